import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isOutage } from '../../src/server/db/engine/faults.ts'
import { freePort } from '../../tests/helpers/free-port.ts'
import { type OpenedShop, openShopAt } from '../../tests/helpers/shop.ts'
import { openCardProvider } from '../card-provider.ts'
import { RoundRobinProxy } from '../round-robin-proxy.ts'
import { pause, type Run, type Scenario, type Tally } from '../scenario.ts'
import { ShopProcess } from '../shop-process.ts'
import { checkTrade, peopleOf, Trade } from '../trade.ts'
import { Cluster, type Node } from './cluster.ts'
import { ttl } from './files.ts'

/** Makes the primary fail and returns how to repair it. */
type Fault = (primary: Node, cluster: Cluster) => Promise<() => unknown>

/** How long an operator takes to notice a full disk and to free space. */
const fullMs = 25_000

const faults: Record<string, { fault: Fault; mayRemainPrimary?: boolean }> = {
  'primary killed': {
    fault: async primary => {
      await primary.machine.crash()
      return () => primary.start()
    },
  },
  'switched over': {
    fault: async (_, cluster) => {
      await cluster.switchOver()
      return () => undefined
    },
  },
  'primary cut off': {
    fault: async primary => {
      await primary.machine.pull()
      return () => primary.machine.plugIn()
    },
  },
  // PostgreSQL may continue to serve reads, and then Patroni notices nothing.
  'disk full': {
    fault: async primary => {
      await primary.fill()
      return () => primary.free()
    },
    mayRemainPrimary: true,
  },
}

/**
 * Three shops on a cluster whose primary fails under load: nothing acknowledged is lost, no call gets a 500, and the books agree
 * with the card provider.
 */
export const clusterScenarios: Scenario[] = Object.entries(faults).map(
  ([name, { fault, mayRemainPrimary = false }]) => ({
    name: `cluster: ${name}`,
    rounds: { quick: 1, standard: 10 },
    engines: ['postgres'],
    run: run => onCluster(run, fault, mayRemainPrimary),
  }),
)

/** Closes everything that the work has opened, in reverse order, also after an error. */
async function closing(work: (open: AsyncDisposableStack) => Promise<void>): Promise<void> {
  await using open = new AsyncDisposableStack()
  await work(open)
}

const onCluster = (run: Run, fault: Fault, mayRemainPrimary: boolean): Promise<void> =>
  closing(async open => {
    const { tally, random } = run
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'tuckshop-cluster-shop-'))
    const remove = () => rm(DATA_DIR, { recursive: true, force: true })
    open.defer(remove)
    const provider = open.adopt(await openCardProvider(), one => one.close())
    const cluster = open.adopt(await Cluster.start(), one => one.stop())
    const environment = { DATA_DIR, DATABASE_URL: cluster.url }
    const desk = open.adopt(await openShopAt({ environment, remove }, 'postgres', provider.settings), one =>
      one.close(),
    )
    const people = await peopleOf(desk)
    const shops: ShopProcess[] = []
    for (const port of await Promise.all([1, 2, 3].map(freePort)))
      shops.push(
        open.adopt(await ShopProcess.start(environment, port, provider.settings), one => one.end('SIGKILL')),
      )
    const door = open.adopt(await RoundRobinProxy.open(shops.map(({ url }) => url)), one => one.close())
    provider.sendWebhooksTo(door.url)
    const trade = new Trade(door.url, provider, people, random)
    open.defer(() => trade.stop())
    const pauses: number[] = []
    for (; tally.rounds < run.rounds; tally.rounds++) {
      const trading = trade.run()
      // An error is reported when it is awaited below.
      trading.catch(() => undefined)
      pauses.push(await causeFault(cluster, trade, fault, mayRemainPrimary, random.between(5, 40)))
      trade.stop()
      await trading
      tally.faults++
      tally.acknowledged = trade.placed.size + trade.paid.size + trade.refunded.size
      tally.note = summaryOf(pauses, trade)
      tally.wrong.push(...new Set(trade.wrong.splice(0)))
      await checkAcknowledged(desk, trade, tally)
    }
  })

/** Causes one fault under load, waits until the cluster is healthy, and returns the longest time without an order. */
async function causeFault(
  cluster: Cluster,
  trade: Trade,
  fault: Fault,
  mayRemainPrimary: boolean,
  ordersBefore: number,
): Promise<number> {
  await trade.untilMore(ordersBefore)
  const old = await cluster.primary()
  trade.forgetPause()
  const repair = await fault(old, cluster)
  const isReplaced = async (patienceMs = Number.POSITIVE_INFINITY) => {
    for (const end = Date.now() + patienceMs; Date.now() < end; await pause(100)) {
      const leader = await cluster.leader()
      if (leader && leader !== old) return
    }
  }
  if (mayRemainPrimary) {
    await isReplaced(fullMs)
    await repair()
    await trade.untilMore(20)
  } else {
    await isReplaced()
    await trade.untilMore(20)
    await repair()
  }
  const { longestPauseMs } = trade
  await cluster.untilHealthy()
  await trade.untilMore(10)
  return longestPauseMs
}

/** Everything acknowledged exists, and the books are consistent and agree with the provider. */
async function checkAcknowledged(desk: OpenedShop, trade: Trade, tally: Tally): Promise<void> {
  const { lost, wrong } = await retryDuringOutage(() => checkTrade(desk, trade))
  tally.lost = lost
  tally.wrong.push(...wrong)
}

/** Retries during an outage, because the fail-over or a full disk may have closed the connections. */
async function retryDuringOutage<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (tries === 30 || !isOutage(error)) throw error
      await pause(1000)
    }
}

function summaryOf(pauses: readonly number[], { answers }: Trade): string {
  const seconds = pauses.map(ms => (ms / 1000).toFixed(1))
  const counts = [...answers].sort().map(([what, count]) => `${what}: ${count}`)
  return `${seconds.join(', ')} s without orders (Patroni's ttl is ${ttl} s); ${counts.join(', ')}`
}
