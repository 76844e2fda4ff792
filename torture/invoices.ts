import type { Item } from '#contract/items.ts'
import type { Order } from '#contract/orders.ts'
import { comparePayments } from '../src/server/jobs/compare-payments.ts'
import { confirmed } from '../tests/helpers/customers.ts'
import { type EngineName, migratedDatabase, type TestDatabase } from '../tests/helpers/databases.ts'
import { freePort } from '../tests/helpers/free-port.ts'
import { intentOf } from '../tests/helpers/paying.ts'
import { openShopAt } from '../tests/helpers/shop.ts'
import { type CardProvider, openCardProvider } from './card-provider.ts'
import { until } from './fleet.ts'
import { pause, type Run, type Scenario, type Tally } from './scenario.ts'
import { ShopProcess } from './shop-process.ts'
import { Shopper } from './shopper.ts'

const buyers = 25
const ordersEach = 2

interface Bought {
  buyer: Shopper
  order: Order
  intent: string
}

/**
 * Fifty orders are paid at once, others are refunded, and kill -9 comes in the middle: every paid order has one
 * invoice, every refund its credit note, and no number is missing. Seen to fail on both engines when the invoice is
 * given out after the payment's transaction (paid orders without one), and when its number is taken before (gaps).
 */
export const invoiceKills: Scenario = {
  name: 'invoices, kill -9 among payments',
  rounds: { quick: 1, standard: 40 },
  quickEngine: 'sqlite',
  async run(run) {
    const { engine, tally } = run
    const database = await migratedDatabase(engine)
    const provider = await openCardProvider()
    const port = await freePort()
    const { item, crowd } = await furnish(database, engine, provider)
    const start = () => ShopProcess.start(database.environment, port, provider.settings)
    let shop = await start()
    provider.sendWebhooksTo(shop.url)
    let refunded = 0
    let earlier: Bought[] = []
    try {
      for (; tally.rounds < run.rounds; tally.rounds++) {
        const bought = await orderAll(crowd, shop.url, item)
        const back = run.random.shuffled(earlier).slice(0, 10)
        const cut = Promise.withResolvers<void>()
        let left = run.random.between(1, bought.length)
        const paying = Promise.all([
          ...bought.map(async one => {
            await payOnce(one, shop.url, provider)
            if (--left === 0) cut.resolve()
          }),
          ...back.map(({ intent }) => provider.refund(intent, 100)),
        ])
        // In the midst of them: so many have an answer, and the others are under way.
        await cut.promise
        await pause(run.random.between(0, 5))
        await shop.end('SIGKILL')
        tally.faults++
        await paying
        shop = await start()
        await Promise.all(bought.map(one => until(() => claim(one, shop.url))))
        refunded += back.length
        earlier = bought
        tally.acknowledged += bought.length
      }
    } finally {
      await shop.end('SIGTERM')
    }
    await checkInvoices(database, run, provider, refunded)
    await provider.close()
    await database.remove()
  },
}

async function furnish(database: TestDatabase, engine: EngineName, { settings }: CardProvider) {
  const desk = await openShopAt(database, engine, settings)
  const item = await desk.item({ price: 5, availableQuantity: 1_000_000 })
  const crowd: Shopper[] = []
  for (let i = 0; i < buyers; i++) {
    const { email, token } = await confirmed(desk.deps, await desk.customer())
    crowd.push(new Shopper(email, token))
  }
  await desk.close()
  return { item, crowd }
}

/** Orders with a payment that waits for its card. */
async function orderAll(crowd: readonly Shopper[], url: string, item: Item): Promise<Bought[]> {
  const bought = crowd.map(async buyer => {
    for (let i = 0; i < ordersEach; i++) await until(() => buyer.step(url, item))
    const orders = [...buyer.placed.values()]
    buyer.placed.clear()
    return Promise.all(
      orders.map(async order => {
        const answer = await until(() => buyer.call(url, 'POST', '/create-payment-intent', order))
        return { buyer, order, intent: intentOf((answer.body as { clientSecret: string }).clientSecret) }
      }),
    )
  })
  return (await Promise.all(bought)).flat()
}

/** The card is charged, of which the provider tells the shop, and the page tells it as well. */
async function payOnce(one: Bought, url: string, provider: CardProvider): Promise<void> {
  await provider.charge(one.intent)
  await claim(one, url)
}

async function claim({ buyer, order, intent }: Bought, url: string): Promise<boolean> {
  const body = { bookingId: order._id, transactionId: intent }
  return (await buyer.call(url, 'PATCH', `/booking/${order._id}`, body))?.status === 200
}

/** With every process gone: what the kills have kept from the shop is learned from the provider, then it is counted. */
async function checkInvoices(
  database: TestDatabase,
  { engine, tally }: Run,
  { settings }: CardProvider,
  refunded: number,
): Promise<void> {
  const quiet = await openShopAt(database, engine, settings)
  const { db, cards } = quiet.deps
  if (!cards) throw new Error('This shop takes no cards')
  await comparePayments(quiet.deps, cards)
  await tally.checkBooks(db.read)
  const count = async (series: 'INV' | 'CN') => {
    const issued = await db.read
      .selectFrom('invoices')
      .innerJoin('orders', 'orders.id', 'invoices.order_id')
      .select('invoices.number')
      .where('series', '=', series)
      // Those of the demo's past were there before.
      .where('transaction_id', 'not like', 'pi_demo_%')
      .execute()
    return issued.length
  }
  expectCount(tally, 'invoices', await count('INV'), tally.acknowledged)
  expectCount(tally, 'credit notes', await count('CN'), refunded)
  await quiet.close()
}

const expectCount = (tally: Tally, what: string, found: number, wanted: number) =>
  tally.expect(found === wanted, `${found} ${what} where there should be ${wanted}`)
