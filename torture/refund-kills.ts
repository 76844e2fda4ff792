import type { Item } from '#contract/items.ts'
import type { Order } from '#contract/orders.ts'
import { keys } from '../sandbox/context.ts'
import { noFaults } from '../sandbox/stripe/fault-switches.ts'
import { stripePart } from '../sandbox/stripe/part.ts'
import { openSandboxPart } from '../sandbox/test-part.ts'
import { confirmed, orderOf } from '../tests/helpers/customers.ts'
import { migratedDatabase } from '../tests/helpers/databases.ts'
import { freePort } from '../tests/helpers/free-port.ts'
import { intentOf } from '../tests/helpers/paying.ts'
import { openShopAt } from '../tests/helpers/shop.ts'
import { checkRefunds, clicksFor, faultOf, quantity, type RefundClick } from './refund-books.ts'
import { pause, type Run, type Scenario } from './scenario.ts'
import { ShopProcess } from './shop-process.ts'
import { Shopper } from './shopper.ts'
import { promoted } from './stock.ts'

const json = { 'content-type': 'application/json' }

/**
 * The shop is killed while admins refund. After its restart they click again, or the reconciler completes the refunds. Seen to
 * fail when the provider is called before the refund is stored: the books miss a refund, and the second click makes it again.
 */
export const refundKills: Scenario = {
  name: 'refunds, kill -9',
  rounds: { quick: 1, standard: 100 },
  quickEngine: 'sqlite',
  async run(run) {
    const database = await migratedDatabase(run.engine)
    const stripe = await openSandboxPart(stripePart)
    const settings = {
      SHOP_MODE: 'demo',
      STRIPE_SECRET_KEY: keys.stripeSecret,
      STRIPE_PUBLISHABLE_KEY: keys.stripePublishable,
      STRIPE_WEBHOOK_SECRET: keys.stripeWebhook,
      STRIPE_API_BASE: stripe.context.url,
      STRIPE_JS_URL: `${stripe.context.url}/stripe/v3.js`,
    }
    const port = await freePort()
    const openDesk = () => openShopAt(database, run.engine, settings)
    const setCardFaults = (faults: object) =>
      fetch(`${stripe.context.url}/stripe/faults`, {
        method: 'PUT',
        headers: json,
        body: JSON.stringify(faults),
      })
    const people = await furnished(openDesk)
    stripe.context.shopUrl = `http://localhost:${port}`
    try {
      for (; run.tally.rounds < run.rounds; run.tally.rounds++) {
        await setCardFaults(noFaults)
        const start = () => ShopProcess.start(database.environment, port, settings)
        const sale = await soldAndKilled(
          { ...people, start, setCardFaults, cardsUrl: stripe.context.url },
          run,
        )
        await setCardFaults(noFaults)
        const desk = await openDesk()
        const { cards } = desk.deps
        if (cards) await checkRefunds({ ...desk.deps, cards }, desk.travel, sale, run)
        await desk.close()
      }
    } finally {
      await stripe.close()
      await database.remove()
    }
  },
}

async function furnished(openDesk: () => ReturnType<typeof openShopAt>) {
  const desk = await openDesk()
  const item = await desk.item({ price: 12.5, availableQuantity: 100_000 })
  const people = [
    await confirmed(desk.deps, await desk.customer()),
    await promoted(desk),
    await promoted(desk),
  ]
  await desk.close()
  const [ann, ...admins] = people.map(({ email, token }) => new Shopper(email, token))
  if (!ann) throw new Error('There is nobody to buy')
  return { item, ann, admins }
}

interface Stage {
  item: Item
  ann: Shopper
  admins: Shopper[]
  start: () => Promise<ShopProcess>
  setCardFaults: (faults: object) => Promise<unknown>
  cardsUrl: string
}

async function soldAndKilled(stage: Stage, { random, tally }: Run) {
  let shop = await stage.start()
  try {
    const { orderId, intentId } = await soldAt(shop.url, stage)
    await stage.setCardFaults(faultOf(random))
    const acknowledged = new Set<string>()
    const clicks = clicksFor(random, orderId)
    const ask = async ({ key, refund }: RefundClick) => {
      const admin = stage.admins[Number(key.at(-1)) % stage.admins.length]
      const answer = await admin?.call(shop.url, 'POST', `/booking/${orderId}/refund`, refund, key)
      if (answer?.status === 200) acknowledged.add(key)
    }
    const clicking = Promise.all(clicks.map(ask))
    await (random.chance(0.5) ? pause(random.between(0, 150)) : untilRefunded(stage.cardsUrl, intentId))
    await shop.end('SIGKILL')
    tally.faults++
    await clicking
    if (random.chance(0.5)) {
      shop = await stage.start()
      for (const one of clicks) await ask(one)
    }
    return { orderId, intentId, isRefundedManually: false, acknowledged }
  } finally {
    await shop.end('SIGTERM')
  }
}

/** Waits until the provider has made a refund, which the shop may not know yet, or until a time limit. */
async function untilRefunded(cardsUrl: string, intentId: string): Promise<void> {
  const headers = { authorization: `Bearer ${keys.stripeSecret}` }
  for (let tries = 0; tries < 50; tries++) {
    const answer = await fetch(`${cardsUrl}/v1/refunds?payment_intent=${intentId}`, { headers })
    const { data } = (await answer.json()) as { data: unknown[] }
    if (data.length > 0) return
    await pause(5)
  }
}

async function soldAt(url: string, { item, ann, cardsUrl }: Stage) {
  const call = async (method: string, path: string, body: unknown) => {
    const answer = await ann.call(url, method, path, body)
    if (!answer || answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer.body
  }
  const order = (await call('POST', '/booking', orderOf(item, ann.email, quantity))) as Order
  const { clientSecret } = (await call('POST', '/create-payment-intent', order)) as { clientSecret: string }
  const intentId = intentOf(clientSecret)
  const paying = `${cardsUrl}/stripe/test/payment_intents/${intentId}/succeed`
  await fetch(paying, { method: 'POST', headers: json, body: JSON.stringify({ card: 'pm_card_visa' }) })
  await call('PATCH', `/booking/${order._id}`, { bookingId: order._id, transactionId: intentId })
  return { orderId: order._id, intentId }
}
