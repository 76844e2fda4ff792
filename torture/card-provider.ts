import { keys } from '../sandbox/context.ts'
import { stripePart } from '../sandbox/stripe/part.ts'
import { openSandboxPart } from '../sandbox/test-part.ts'

/** The sandbox's card provider, for shops in other processes. */
export interface CardProvider {
  /** The settings of a shop that uses it. */
  settings: Record<string, string>
  sendWebhooksTo(shopUrl: string): void
  charge(intent: string): Promise<unknown>
  close(): Promise<void>
}

export async function openCardProvider(): Promise<CardProvider> {
  const { context, close } = await openSandboxPart(stripePart)
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${context.url}/stripe/test/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
  return {
    settings: {
      SHOP_MODE: 'demo',
      STRIPE_SECRET_KEY: keys.stripeSecret,
      STRIPE_PUBLISHABLE_KEY: keys.stripePublishable,
      STRIPE_WEBHOOK_SECRET: keys.stripeWebhook,
      STRIPE_API_BASE: context.url,
      STRIPE_JS_URL: `${context.url}/stripe/v3.js`,
    },
    sendWebhooksTo(shopUrl) {
      context.shopUrl = shopUrl
    },
    charge: intent => post(`payment_intents/${intent}/succeed`, { card: 'pm_card_visa' }),
    close,
  }
}
