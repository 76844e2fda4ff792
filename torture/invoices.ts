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
 * The shop is killed while fifty orders are paid and others are refunded: every paid order has one invoice, every refund has its
 * credit note, and no number is missing. Seen to fail on both engines when the invoice is issued after the payment's transaction
 * (paid orders without an invoice) and when its number is taken before it (gaps).
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
    const { item, shoppers } = await furnish(database, engine, provider)
    const start = () => ShopProcess.start(database.environment, port, provider.settings)
    let shop = await start()
    provider.sendWebhooksTo(shop.url)
    let refunded = 0
    let earlier: Bought[] = []
    try {
      for (; tally.rounds < run.rounds; tally.rounds++) {
        const bought = await orderAll(shoppers, shop.url, item)
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
        // Kills the shop after a random number of answers.
        await cut.promise
        await pause(run.random.between(0, 5))
        await shop.end('SIGKILL')
        tally.faults++
        await paying
        shop = await start()
        await Promise.all(bought.map(one => until(() => confirmPayment(one, shop.url))))
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
  const shoppers: Shopper[] = []
  for (let i = 0; i < buyers; i++) {
    const { email, token } = await confirmed(desk.deps, await desk.customer())
    shoppers.push(new Shopper(email, token))
  }
  await desk.close()
  return { item, shoppers }
}

/** Places orders and starts their payments. */
async function orderAll(shoppers: readonly Shopper[], url: string, item: Item): Promise<Bought[]> {
  const bought = shoppers.map(async buyer => {
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

/** Charges the card; the provider's webhook and the page both report it to the shop. */
async function payOnce(one: Bought, url: string, provider: CardProvider): Promise<void> {
  await provider.charge(one.intent)
  await confirmPayment(one, url)
}

async function confirmPayment({ buyer, order, intent }: Bought, url: string): Promise<boolean> {
  const body = { bookingId: order._id, transactionId: intent }
  return (await buyer.call(url, 'PATCH', `/booking/${order._id}`, body))?.status === 200
}

/** After all processes have ended: reconciles what the kills have lost with the provider, then counts the invoices. */
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
      // Excludes the demo's history.
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
