import { join } from 'node:path'
import { type Row, rowOf } from '../figures.ts'
import { faultsIn } from '../load/result.ts'
import { type Served, serve } from '../load/served.ts'
import { type Bench, inTurn, type Part } from '../part.ts'
import type { Prepared } from '../prepare.ts'
import type { RunningShop } from '../processes.ts'
import { type Lag, lagAfterChange } from '../proxy/freshness.ts'
import { type Nginx, startNginx } from '../proxy/nginx.ts'
import { type Statuses, visit } from '../proxy/outage.ts'
import { ownOrders, visitorReads } from '../requests.ts'
import { placeIn, withShop } from '../with-shop.ts'

const connections = 32
const changesPerRound = 5
const secondsAway = 10

/** The shop behind nginx as deploy/nginx.conf has it, against the shop alone. Needs nginx, which it does not install. */
export const proxy: Part = bench =>
  withShop(placeIn(bench, 'proxy'), 1, async (shop, prepared) => {
    const nginx = await startNginx(shop.url, join(bench.folder, 'nginx'))
    try {
      return [
        ...(await speed(bench, shop, nginx, prepared)),
        ...(await freshness(bench, shop, nginx, prepared)),
        ...(await outage(shop, nginx, prepared)),
      ]
    } finally {
      await nginx.end()
    }
  })

interface Counted extends Served {
  /** How many of the answers the shop itself gave. */
  fromShop: number
}

async function speed(bench: Bench, shop: RunningShop, nginx: Nginx, prepared: Prepared): Promise<Row[]> {
  const task = { connections, requests: visitorReads(prepared), until: { seconds: bench.seconds } }
  // The CPU time is the shop's on both sides.
  const counted = (url: string) => async (): Promise<Counted> => {
    const before = await requestsOf(shop.url)
    const served = await serve({ ...shop, url }, task)
    return { ...served, fromShop: (await requestsOf(shop.url)) - before }
  }
  const { shop: behind, yardstick: alone } = await inTurn(bench, counted(nginx.url), counted(shop.url))
  const invalid = faultsIn([...behind, ...alone])
  const row = (name: string, unit: string, pick: (one: Counted) => number) =>
    rowOf({
      name,
      unit,
      kind: 'ratio',
      shop: behind.map(pick),
      yardstick: alone.map(pick),
      notes: ['against the shop alone', `${connections} connections, ${task.requests.length / 2} addresses`],
      invalid,
    })
  const share = behind.map(({ fromShop, answers }) => 100 * (1 - fromShop / answers))
  return [
    row('visitors behind nginx', 'requests/s', ({ perSecond }) => perSecond),
    row('the shop’s share of a request', 'µs CPU', ({ cpuMicros }) => cpuMicros),
    rowOf({ name: 'given from a copy', unit: '%', kind: 'value', shop: share, invalid }),
  ]
}

/** The shop's own count, from its metrics. */
async function requestsOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/api/metrics`)).text()
  const counts = text.matchAll(/^tuckshop_requests_total\{.*\} (\d+)$/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

async function freshness(
  bench: Bench,
  shop: RunningShop,
  nginx: Nginx,
  { admin, goods }: Prepared,
): Promise<Row[]> {
  const lags: Lag[] = []
  for (let i = 0; i < changesPerRound * bench.rounds; i++) {
    const good = goods[i % goods.length] ?? { id: '', name: '' }
    const change = { shopUrl: shop.url, proxyUrl: nginx.url, admin, good }
    lags.push(await lagAfterChange(change, 50 + i))
  }
  const row = (name: string, pick: (lag: Lag) => number) =>
    rowOf({
      name,
      unit: 'ms',
      kind: 'value',
      shop: lags.map(pick),
      notes: [`${lags.length} changes; spread from the quickest to the slowest`],
    })
  return [
    row('an old price seen from the API', ({ apiMs }) => apiMs),
    row('an old price seen on its page', ({ pageMs }) => pageMs),
  ]
}

/** The shop is ended here, so this comes last. */
async function outage(shop: RunningShop, nginx: Nginx, prepared: Prepared): Promise<Row[]> {
  const visitors = visitorReads(prepared).slice(0, 4)
  const signedIn = [ownOrders(prepared.regular)]
  await visit(nginx.url, [...visitors, ...signedIn], 1)
  await shop.end()
  const [everybody, own] = await Promise.all([
    visit(nginx.url, visitors, secondsAway),
    visit(nginx.url, signedIn, secondsAway),
  ])
  const row = (name: string, statuses: Statuses) =>
    rowOf({
      name: `${name}, answered while the shop is away for ${secondsAway} s`,
      unit: '%',
      kind: 'value',
      shop: [shareOf(statuses)],
      notes: Object.entries(statuses).map(([status, count]) => `${count} × ${status}`),
    })
  return [row('pages and catalogue', everybody), row('own orders', own)]
}

const shareOf = (statuses: Statuses): number => {
  const all = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  return (100 * (statuses[200] ?? 0)) / all
}
