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
/** What the runbook says may be lost. */
const mostLostMs = 1000

/** What the shop has acknowledged, and when the answer came; and what the card provider has been paid. */
class Promised {
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
 * A shop that copies its changes to another disk is killed while orders are placed and paid, and its data folder is gone.
 * It is made anew from the copy: nothing that was acknowledged up to the moment which the restore tells of is missing,
 * that moment is at most a second before the end, and every charge has its order or went back. Seen to fail without
 * STRAY_PAYMENTS: charges with neither an order nor a refund.
 */
export const diskGone: Scenario = {
  name: 'disk gone, made anew from the continuous backup',
  engines: ['sqlite'],
  rounds: { quick: 1, standard: 30 },
  async run(run) {
    const backup = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'tuckshop-other-disk-'))
    await loseDisks(run, { BACKUP_TO: backup })
    await rm(backup, { recursive: true, force: true })
  },
}

/** The same from a bucket, in storage whose answers are lost now and then: for each the copy waits, so it takes a while. */
export const diskGoneBucket: Scenario = {
  name: 'disk gone, made anew from a bucket',
  engines: ['sqlite'],
  rounds: { quick: 0, standard: 30 },
  async run(run) {
    const storage = await openStorage()
    storage.behaviour = (...given) => {
      const treat = run.random.chance(0.02) ? behaviours.loseAnswer : behaviours.pass
      treat(...given)
    }
    const { IMAGE_HOST: _, S3_BUCKET: __, ...keys } = storage.settings
    await loseDisks(run, { ...keys, BACKUP_TO: 's3://shop/backup' })
    await storage.close()
  },
}

async function loseDisks(run: Run, backup: Record<string, string>): Promise<void> {
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

/** Answers how long before the end the first order was acknowledged that is not there any more. */
async function loseDisk(stage: Stage, { length, random, tally }: Run): Promise<number> {
  const { database, target, provider, settings } = stage
  const desk = await openShopAt(database, 'sqlite', settings)
  const item = await desk.item({ price: 5, availableQuantity: 100_000 })
  const crowd: Shopper[] = []
  for (let i = 0; i < buyers; i++) {
    const { email, token } = await confirmed(desk.deps, await desk.customer())
    crowd.push(new Shopper(email, token))
  }
  await desk.close()
  const begun = Date.now()
  const shop = await ShopProcess.start(database.environment, await freePort(), settings)
  provider.sendWebhooksTo(shop.url)
  while (!(await branchesOf(target)).some(({ bases }) => bases.some(({ at }) => at >= begun)))
    await pause(100)
  const promised = new Promised()
  const waits = monitorEventLoopDelay({ resolution: 10 })
  waits.enable()
  const buying = crowd.map(buyer => buyUntilCut(buyer, { url: shop.url, item, provider, promised }))
  while (promised.paid.size < buyers) await pause(10)
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
  const anew = await openShopAt(database, 'sqlite', settings)
  try {
    // A machine that lets this process wait lets the shop wait as well, and its backup.
    const mostLost = length === 'quick' ? Infinity : mostLostMs + Math.round(waits.max / 1e6)
    const lostMs = await holdToPromises(anew, promised, { upTo: Date.parse(upTo), end, mostLost, tally })
    await settleMoney(anew, promised, tally)
    return lostMs
  } finally {
    await anew.close()
  }
}

interface Errand {
  url: string
  item: Item
  provider: CardProvider
  promised: Promised
}

/** Orders and pays, one after the other, until the shop does not answer any more. */
async function buyUntilCut(buyer: Shopper, { url, item, provider, promised }: Errand): Promise<void> {
  for (;;) {
    const placing = await buyer.call(url, 'POST', '/booking', orderOf(item, buyer.email, 1))
    if (!placing) return
    if (placing.status !== 201) {
      await pause(50)
      continue
    }
    const { _id: id } = placing.body as Order
    promised.placed.set(id, Date.now())
    const starting = await buyer.call(url, 'POST', '/create-payment-intent', placing.body)
    if (starting?.status !== 200) return
    const intent = intentOf((starting.body as { clientSecret: string }).clientSecret)
    await provider.charge(intent)
    promised.charged.set(intent, id)
    const body = { bookingId: id, transactionId: intent }
    const paying = await buyer.call(url, 'PATCH', `/booking/${id}`, body)
    if (!paying) return
    if (paying.status === 200) promised.paid.set(id, Date.now())
  }
}

async function holdToPromises(
  { deps }: OpenedShop,
  { placed, paid }: Promised,
  { upTo, end, mostLost, tally }: { upTo: number; end: number; mostLost: number; tally: Tally },
): Promise<number> {
  let lostMs = 0
  const check = async (promises: ReadonlyMap<string, number>, isKept: (order: OrderRow) => boolean) => {
    for (const [id, at] of promises) {
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

/** As the shop does by itself after its start. In the end the provider's books and the shop's are equal. */
async function settleMoney({ deps, travel }: OpenedShop, { charged }: Promised, tally: Tally): Promise<void> {
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
      `the order of charge ${intent} is ${order ? 'there' : 'gone'}, and ${back} cents went back`,
    )
  }
  await tally.checkBooks(db.read)
  // Nobody has told this provider of the demo's past.
  for await (const { sentence } of compareWithProvider(db.read, cards, 0))
    if (!/_demo_\d+/.test(sentence)) tally.wrong.push(sentence)
}
