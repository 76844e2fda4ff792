import type { AddressInfo } from 'node:net'
import { keys } from '../../sandbox/context.ts'
import { mailboxPart } from '../../sandbox/mailbox/part.ts'
import type { Faults } from '../../sandbox/stripe/fault-switches.ts'
import { stripePart } from '../../sandbox/stripe/part.ts'
import { openSandboxPart } from '../../sandbox/test-part.ts'
import type { Cards } from '../../src/server/adapters/cards.ts'
import { StripeCards } from '../../src/server/adapters/cards-stripe.ts'
import type { Mail } from '../../src/server/adapters/mail.ts'
import { SmtpMail } from '../../src/server/adapters/mail-smtp.ts'
import { buildApp } from '../../src/server/app.ts'
import type { Deps } from '../../src/server/deps.ts'
import { tracedCalls } from '../../src/server/observability/traced-calls.ts'
import type { StripeConfig } from '../../src/server/settings/providers.ts'
import { onBothEngines, onSqlite, shopOf, type TestShop } from './shop.ts'

interface ReceivedMail {
  id: string
  /** The id of an earlier email with the same content. */
  copyOf: string | null
  from: string
  subject: string
  text: string
  html: string
  headers: { name: string; value: string }[]
}

/** A shop with cards and email: the real client libraries, the sandbox as provider and webhooks over HTTP. */
export interface CardShop extends TestShop {
  deps: Deps & { cards: Cards; mail: Mail }
  cardsUrl: string
  setCardFaults(faults: Partial<Faults>): Promise<void>
  /** Charges the customer's card for this intent, without a browser. */
  charge(intentId: string, card?: string): Promise<void>
  mails(to: string): Promise<ReceivedMail[]>
  /** Sets fault switches of the mailbox, such as { rejectTemporarily: 1 }. */
  setMailFaults(faults: Record<string, number>): Promise<void>
  /** Reads a resource of the card provider's API. */
  readFromProvider(path: string): Promise<Record<string, unknown>>
}

const json = { 'content-type': 'application/json' }

export function withCards(
  title: string,
  body: (shop: CardShop) => Promise<void>,
  onEngines = onBothEngines,
): void {
  onEngines(title, async shop => {
    const paying = await addCardsAndEmail(shop)
    try {
      await body(paying)
    } finally {
      await paying.closeCards()
    }
  })
}

/** For tests that run no new SQL: see `onSqlite`. */
export const withCardsOnSqlite = (title: string, body: (shop: CardShop) => Promise<void>): void =>
  withCards(title, body, onSqlite)

/** Adds cards and email to a shop. */
export async function addCardsAndEmail({
  engine,
  travel,
  deps: before,
}: TestShop): Promise<CardShop & { closeCards(): Promise<void> }> {
  const stripe = await openSandboxPart(stripePart)
  const mailbox = await openSandboxPart(mailboxPart)
  const config: StripeConfig = {
    secretKey: keys.stripeSecret,
    publishableKey: keys.stripePublishable,
    webhookSecret: keys.stripeWebhook,
    apiBase: stripe.context.url,
    scriptUrl: `${stripe.context.url}/stripe/v3.js`,
  }
  // No pause after failures, because tests cause them on purpose.
  const stripeCards = new StripeCards(config, { failures: 5, pauseMs: 0 })
  const smtpMail = new SmtpMail({
    url: `smtp://127.0.0.1:${mailbox.context.smtpPort}`,
    needsTls: false,
    from: 'shop@shop.example',
    replyTo: undefined,
  })
  const { tracing } = before
  const cards: Cards = tracedCalls(tracing, 'cards', stripeCards)
  const mail: Mail = tracedCalls(tracing, 'mail', smtpMail)
  const deps = { ...before, config: { ...before.config, stripe: config }, cards, mail }
  const app = buildApp(deps)
  await app.listen({ port: 0, host: '127.0.0.1' })
  stripe.context.shopUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    ...shopOf({ engine, deps, travel }, () => app),
    deps,
    cardsUrl: stripe.context.url,
    setCardFaults: faults => sendJson(`${stripe.context.url}/stripe/faults`, 'PUT', faults),
    charge: (id, card = 'pm_card_visa') =>
      sendJson(`${stripe.context.url}/stripe/test/payment_intents/${id}/succeed`, 'POST', { card }),
    setMailFaults: faults => sendJson(`${mailbox.context.url}/mailbox/faults`, 'PUT', faults),
    mails: async to =>
      (await fetch(`${mailbox.context.url}/mailbox.json?to=${to}`)).json() as Promise<ReceivedMail[]>,
    readFromProvider: async path =>
      (await fetch(`${stripe.context.url}/v1/${path}`, {
        headers: { authorization: `Bearer ${keys.stripeSecret}` },
      }).then(answer => answer.json())) as Record<string, unknown>,
    async closeCards() {
      mail.close()
      await stripe.close()
      await app.close()
      await mailbox.close()
    },
  }
}

async function sendJson(url: string, method: string, body: object): Promise<void> {
  const answer = await fetch(url, { method, headers: json, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`)
}

/** Waits for the effect of another process or a webhook. */
export async function eventually<T>(probe: () => Promise<T | undefined | false>, what: string): Promise<T> {
  // Long enough for a very busy machine.
  const end = Date.now() + 120_000
  for (;;) {
    const found = await probe()
    if (found) return found
    if (Date.now() > end) throw new Error(`Timed out waiting for ${what}`)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}
