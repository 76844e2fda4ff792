import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Item } from '#contract/items.ts'
import type { Order } from '#contract/orders.ts'
import { branchesOf } from '../src/server/backup/continuous/catalog.ts'
import { sourceAt } from '../src/server/backup/continuous/open-target.ts'
import type { Target } from '../src/server/backup/continuous/target.ts'
import { restoreContinuous } from '../src/server/backup/restore-continuous.ts'
import { readConfig } from '../src/server/config.ts'
import type { OrderRow } from '../src/server/db/schema/tables.ts'
import { compareWithProvider } from '../src/server/features/payments/reconcile/compare-with-provider.ts'
import { comparePayments } from '../src/server/jobs/compare-payments.ts'
import { reconcilePayments } from '../src/server/jobs/reconcile-payments.ts'
import * as orders from '../src/server/store/orders.ts'
import { confirmed, orderOf } from '../tests/helpers/customers.ts'
import { emptyDatabase, type TestDatabase } from '../tests/helpers/databases.ts'
import { freePort } from '../tests/helpers/free-port.ts'
import { intentOf } from '../tests/helpers/paying.ts'
import { type OpenedShop, openShopAt } from '../tests/helpers/shop.ts'
import { behaviours, openStorage } from '../tests/helpers/storage.ts'
import { type CardProvider, openCardProvider } from './card-provider.ts'
import { pause, type Run, type Scenario, type Tally } from './scenario.ts'
import { ShopProcess } from './shop-process.ts'
import { Shopper } from './shopper.ts'

const buyers = 8
/** The loss that the runbook allows. */
const mostLostMs = 1000

/** When the shop has acknowledged each order and payment, and the order of each charge. */
class Acknowledged {
  readonly placed = new Map<string, number>()
  readonly paid = new Map<string, number>()
  readonly charged = new Map<string, string>()
}

interface Stage {
  database: TestDatabase
  target: Target
  provider: CardProvider
  settings: Record<string, string>
}

/**
 * A shop with a continuous backup is killed while orders are placed and paid, and its data folder is deleted. After the restore
 * nothing is missing that was acknowledged before the restored point, that point is at most a second before the kill, and every
 * charge has an order or was refunded. Seen to fail without STRAY_PAYMENTS: charges with neither an order nor a refund.
 */
export const diskGone: Scenario = {
  name: 'disk gone, restored from the continuous backup',
  engines: ['sqlite'],
  rounds: { quick: 1, standard: 30 },
  async run(run) {
    const backup = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'tuckshop-other-disk-'))
    await runRounds(run, { BACKUP_TO: backup })
    await rm(backup, { recursive: true, force: true })
  },
}

/** The same with a bucket that sometimes loses its answers. It is slow, because the backup waits for each of them. */
export const diskGoneBucket: Scenario = {
  name: 'disk gone, restored from a bucket',
  engines: ['sqlite'],
  rounds: { quick: 0, standard: 30 },
  async run(run) {
    const storage = await openStorage()
    storage.behaviour = (...given) => {
      const treat = run.random.chance(0.02) ? behaviours.loseAnswer : behaviours.pass
      treat(...given)
    }
    const { IMAGE_HOST: _, S3_BUCKET: __, ...keys } = storage.settings
    await runRounds(run, { ...keys, BACKUP_TO: 's3://shop/backup' })
    await storage.close()
  },
}

async function runRounds(run: Run, backup: Record<string, string>): Promise<void> {
  const database = await emptyDatabase('sqlite')
  const provider = await openCardProvider()
  const settings = { ...provider.settings, STRAY_PAYMENTS: 'refund', ...backup }
  const { backupTo = '', s3 } = readConfig({ ...settings, ...database.environment })
  const stage = { database, target: sourceAt(backupTo, s3), provider, settings }
  let longest = 0
  try {
    for (; run.tally.rounds < run.rounds; run.tally.rounds++)
      longest = Math.max(longest, await loseDisk(stage, run))
  } finally {
    await provider.close()
    await database.remove()
  }
  run.tally.note = `at most ${longest} ms of orders were lost`
}

/** Returns how long before the kill the first lost order was acknowledged. */
async function loseDisk(stage: Stage, { length, random, tally }: Run): Promise<number> {
  const { database, target, provider, settings } = stage
  const desk = await openShopAt(database, 'sqlite', settings)
  const item = await desk.item({ price: 5, availableQuantity: 100_000 })
  const shoppers: Shopper[] = []
  for (let i = 0; i < buyers; i++) {
    const { email, token } = await confirmed(desk.deps, await desk.customer())
    shoppers.push(new Shopper(email, token))
  }
  await desk.close()
  const begun = Date.now()
  const shop = await ShopProcess.start(database.environment, await freePort(), settings)
  provider.sendWebhooksTo(shop.url)
  while (!(await branchesOf(target)).some(({ bases }) => bases.some(({ at }) => at >= begun)))
    await pause(100)
  const acknowledged = new Acknowledged()
  const waits = monitorEventLoopDelay({ resolution: 10 })
  waits.enable()
  const buying = shoppers.map(buyer => buyUntilCut(buyer, { url: shop.url, item, provider, acknowledged }))
  while (acknowledged.paid.size < buyers) await pause(10)
  await pause(random.between(0, 1500))
  await shop.end('SIGKILL')
  const end = Date.now()
  waits.disable()
  await rm(database.environment.DATA_DIR, { recursive: true })
  await mkdir(database.environment.DATA_DIR)
  tally.faults++
  await Promise.all(buying)
  const config = readConfig({ ...settings, ...database.environment })
  const { upTo, broken } = await restoreContinuous(config, target, { replace: false })
  tally.wrong.push(...broken)
  const restored = await openShopAt(database, 'sqlite', settings)
  try {
    // A machine that delays this process also delays the shop and its backup.
    const mostLost = length === 'quick' ? Infinity : mostLostMs + Math.round(waits.max / 1e6)
    const lostMs = await checkAcknowledged(restored, acknowledged, {
      upTo: Date.parse(upTo),
      end,
      mostLost,
      tally,
    })
    await settleMoney(restored, acknowledged, tally)
    return lostMs
  } finally {
    await restored.close()
  }
}

interface PurchaseContext {
  url: string
  item: Item
  provider: CardProvider
  acknowledged: Acknowledged
}

/** Orders and pays repeatedly until the shop no longer answers. */
async function buyUntilCut(
  buyer: Shopper,
  { url, item, provider, acknowledged }: PurchaseContext,
): Promise<void> {
  for (;;) {
    const placing = await buyer.call(url, 'POST', '/booking', orderOf(item, buyer.email, 1))
    if (!placing) return
    if (placing.status !== 201) {
      await pause(50)
      continue
    }
    const { _id: id } = placing.body as Order
    acknowledged.placed.set(id, Date.now())
    const starting = await buyer.call(url, 'POST', '/create-payment-intent', placing.body)
    if (starting?.status !== 200) return
    const intent = intentOf((starting.body as { clientSecret: string }).clientSecret)
    await provider.charge(intent)
    acknowledged.charged.set(intent, id)
    const body = { bookingId: id, transactionId: intent }
    const paying = await buyer.call(url, 'PATCH', `/booking/${id}`, body)
    if (!paying) return
    if (paying.status === 200) acknowledged.paid.set(id, Date.now())
  }
}

async function checkAcknowledged(
  { deps }: OpenedShop,
  { placed, paid }: Acknowledged,
  { upTo, end, mostLost, tally }: { upTo: number; end: number; mostLost: number; tally: Tally },
): Promise<number> {
  let lostMs = 0
  const check = async (acknowledgedAt: ReadonlyMap<string, number>, isKept: (order: OrderRow) => boolean) => {
    for (const [id, at] of acknowledgedAt) {
      tally.acknowledged++
      const order = await orders.find(deps.db.read, id)
      if (order && isKept(order)) continue
      lostMs = Math.max(lostMs, end - at)
      if (at <= upTo) tally.lost++
    }
  }
  await check(placed, () => true)
  await check(paid, order => order.paid_at !== null)
  tally.expect(lostMs <= mostLost, `${lostMs} ms of what was acknowledged are lost, of ${mostLost} at most`)
  return lostMs
}

/** Reconciles payments, as the shop does after its start, and compares the books with the provider. */
async function settleMoney(
  { deps, travel }: OpenedShop,
  { charged }: Acknowledged,
  tally: Tally,
): Promise<void> {
  const { cards, db } = deps
  if (!cards) throw new Error('This shop takes no cards')
  await comparePayments(deps, cards)
  for (let turn = 0; turn < 2; turn++) {
    travel(60_000)
    await reconcilePayments(deps, cards)
  }
  for (const [intent, id] of charged) {
    const order = await orders.find(db.read, id)
    const back = (await cards.refundsOf(intent)).reduce((sum, { amount }) => sum + amount, 0)
    tally.expect(
      order ? order.paid_at !== null && back === 0 : back === 500,
      `the order of charge ${intent} is ${order ? 'there' : 'gone'}, and ${back} minor units went back`,
    )
  }
  await tally.checkBooks(db.read)
  // The provider does not know the payments of the demo's history.
  for await (const { sentence } of compareWithProvider(db.read, cards, 0))
    if (!/_demo_\d+/.test(sentence)) tally.wrong.push(sentence)
}
