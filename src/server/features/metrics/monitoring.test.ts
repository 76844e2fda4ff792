import assert from 'node:assert/strict'
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { problemKinds } from '#contract/problem.ts'
import { engines } from '../../../../tests/helpers/databases.ts'
import { onSqlite, openTestShop } from '../../../../tests/helpers/shop.ts'
import type { Cards } from '../../adapters/cards.ts'
import type { Mail } from '../../adapters/mail.ts'
import { jobsOf } from '../../process/run-shop.ts'

const root = join(import.meta.dirname, '../../../..')
const folder = join(root, 'docs/monitoring')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const alerts = read('docs/monitoring/alerts.yml')
const dashboard = read('docs/monitoring/dashboard.json').replaceAll('\\"', '"')

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

/** Fails if a metric was renamed in the code but not in the monitoring files, or vice versa. */
onSqlite('every metric in the alerts and the dashboard exists', async shop => {
  shop.deps.backup = {
    state: () => ({ place: '/copy', behindSeconds: 0.2, isLate: false, problem: undefined }),
  }
  const text = (await shop.call({ url: '/api/metrics' })).body
  const told = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', kind]) =>
    kind === 'histogram' ? ['_bucket', '_sum', '_count'].map(part => name + part) : [name],
  )
  for (const [file, words] of Object.entries({ alerts, dashboard })) {
    const named = new Set(words.match(/\b(tuckshop|process|nodejs)_\w+/g))
    assert.ok(named.size > 10, file)
    assert.deepEqual(
      [...named].filter(name => !told.includes(name)),
      [],
      file,
    )
  }
})

/** Fails if a code, outcome, route or job does not exist: such an alert would never fire. */
onSqlite('every label in the alerts and the dashboard exists', async shop => {
  const text = (await shop.call({ url: '/api/metrics' })).body
  const deps = { ...shop.deps, cards: {} as Cards, mail: {} as Mail }
  const jobs = jobsOf(shop.app, deps).map(({ name }) => name)
  assert.ok(jobs.length > 12, 'those for cards and mail, too')
  const known: Record<string, (value: string) => boolean> = {
    code: value => value in problemKinds,
    outcome: value => text.includes(`outcome="${value}"`),
    percentile: value => text.includes(`percentile="${value}"`),
    name: value => jobs.includes(value),
    route: value => endpoints.some(({ path }) => path === value),
    method: value => endpoints.some(({ method }) => method === value),
    status: value => value === '5xx',
    // Prometheus' own labels, and the dashboard's shop variable.
    job: value => value === 'tuckshop',
    instance: value => value === '$instance',
  }
  for (const [, label = '', values = ''] of `${alerts}${dashboard}`.matchAll(/\b(\w+)(?:=|=~|!~)"([^"]*)"/g))
    for (const value of values.split('|')) assert.ok(known[label]?.(value), `${label}="${value}"`)
})

test('the runbook has instructions for each alert', () => {
  const [, section = ''] = /\n## Alerts\n([\s\S]*?)\n## /.exec(read('docs/runbook.md')) ?? []
  const explained = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  const named = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  assert.deepEqual(explained.sort(), named.sort())
})

test.runIf(hasPromtool)('the alerts alarm when they should, and on no ordinary day', () => {
  for (const parameters of [
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ])
    execFileSync('promtool', parameters, { cwd: folder })
})

/** Fails if Prometheus' linter objects to a name or a label, such as a quantile outside a summary. */
for (const engine of engines)
  test.runIf(hasPromtool)(`the metrics are as Prometheus wants them [${engine}]`, async t => {
    const shop = await openTestShop(engine)
    t.onTestFinished(() => shop.close())
    const ann = await shop.customer()
    await ann.order(await shop.item(), 999)
    const { body } = await shop.call({ url: '/api/metrics' })
    const checking = promisify(execFile)('promtool', ['check', 'metrics'])
    checking.child.stdin?.end(body)
    assert.equal((await checking).stdout, '')
  })
