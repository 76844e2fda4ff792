import type { Item } from '#contract/items.ts'
import type { Order } from '#contract/orders.ts'
import { confirmed } from '../tests/helpers/customers.ts'
import { migratedDatabase } from '../tests/helpers/databases.ts'
import { freePort } from '../tests/helpers/free-port.ts'
import { intentOf } from '../tests/helpers/paying.ts'
import { type OpenedShop, openShopAt } from '../tests/helpers/shop.ts'
import { type CardProvider, openCardProvider } from './card-provider.ts'
import { Owner } from './owner.ts'
import { RoundRobinProxy } from './round-robin-proxy.ts'
import { pause, type Run, type Scenario } from './scenario.ts'
import { ShopProcess } from './shop-process.ts'
import { Shopper } from './shopper.ts'

const buyers = 12
const stock = 5

/**
 * Three shops on one database behind a proxy. One is killed at a random moment while scarce items are bought and stock is added.
 * Tokens work in all shops, nothing acknowledged is lost, no answer is stale for more than a second, and all three write one
 * audit log.
 */
export const fleet: Scenario = {
  name: 'three shops, one killed',
  rounds: { quick: 1, standard: 30 },
  engines: ['postgres'],
  async run(run) {
    const database = await migratedDatabase('postgres')
    const provider = await openCardProvider()
    const ports = await Promise.all([1, 2, 3].map(freePort))
    const start = (port: number) => ShopProcess.start(database.environment, port, provider.settings)
    const shops = await Promise.all(ports.map(start))
    const proxy = await RoundRobinProxy.open(shops.map(({ url }) => url))
    provider.sendWebhooksTo(proxy.url)
    const desk = await openShopAt(database, 'postgres', { SHOP_MODE: 'demo' })
    try {
      const crowd = await customersOf(desk)
      const owners = await Promise.all(shops.map(() => Owner.create(desk)))
      for (; run.tally.rounds < run.rounds; run.tally.rounds++) {
        const item = await desk.item({ price: 5, availableQuantity: stock })
        const victim = run.random.between(0, shops.length - 1)
        let isOpen = true
        const delivering = owners.map(async owner => {
          while (isOpen) await owner.deliver(proxy.url)
          await owner.finish(proxy.url)
        })
        const buying = Promise.all(crowd.map(buyer => buyAndPay(buyer, proxy.url, item, provider, run)))
        await pause(run.random.between(5, 150))
        await shops[victim]?.end('SIGKILL')
        run.tally.faults++
        const revived = start(ports[victim] ?? 0)
        const bought = (await buying).filter(order => order !== undefined)
        shops[victim] = await revived
        isOpen = false
        await Promise.all(delivering)
        await compare(run, desk, shops, item, bought)
      }
      for (const owner of owners) await owner.compare(desk.deps.db.read, run.tally)
      await run.tally.checkBooks(desk.deps.db.read)
    } finally {
      await proxy.close()
      await Promise.all(shops.map(shop => shop.end('SIGTERM')))
      await desk.close()
      await provider.close()
      await database.remove()
    }
  },
}

async function customersOf(desk: OpenedShop): Promise<Shopper[]> {
  const customers = await Promise.all(
    Array.from({ length: buyers }, async () => confirmed(desk.deps, await desk.customer())),
  )
  return customers.map(({ email, token }) => new Shopper(email, token))
}

/** Orders and pays one unit. Like the page, it repeats every unanswered call. */
async function buyAndPay(
  buyer: Shopper,
  url: string,
  item: Item,
  { charge }: CardProvider,
  { tally }: Run,
): Promise<Order | undefined> {
  const before = new Set(buyer.placed.keys())
  await until(() => buyer.step(url, item))
  const order = [...buyer.placed.values()].find(({ _id }) => !before.has(_id))
  if (!order) return undefined
  const secret = await until(async () => {
    const answer = await buyer.call(url, 'POST', '/create-payment-intent', order)
    return answer?.status === 200 && (answer.body as { clientSecret: string }).clientSecret
  })
  const transactionId = intentOf(secret)
  await charge(transactionId)
  await until(async () => {
    const body = { bookingId: order._id, transactionId }
    const answer = await buyer.call(url, 'PATCH', `/booking/${order._id}`, body)
    return answer?.status === 200
  })
  tally.acknowledged++
  buyer.placed.delete(order._id)
  return order
}

async function compare(
  { tally }: Run,
  desk: OpenedShop,
  shops: readonly ShopProcess[],
  item: Item,
  bought: readonly Order[],
): Promise<void> {
  tally.expect(bought.length <= stock, `${bought.length} of ${stock} were sold`)
  for (const { _id } of bought) {
    const row = await desk.deps.db.read
      .selectFrom('orders')
      .select('paid_at')
      .where('id', '=', _id)
      .executeTakeFirst()
    if (!row?.paid_at) tally.lost++
  }
  await pause(1000)
  for (const { url } of shops) {
    const shown = (await (await fetch(`${url}/api/items/${item._id}`)).json()) as Item
    tally.expect(
      shown.availableQuantity === stock - bought.length,
      `after a second a shop still shows ${shown.availableQuantity} of ${stock - bought.length}`,
    )
  }
}

/** Retries until there is an answer, because the killed shop is restarted. */
export async function until<T>(attempt: () => Promise<T | false | undefined>): Promise<T> {
  const end = Date.now() + 30_000
  for (;;) {
    const result = await attempt()
    if (result) return result
    if (Date.now() > end) throw new Error('No answer within half a minute')
    await pause(50)
  }
}
