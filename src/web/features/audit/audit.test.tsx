import assert from 'node:assert/strict'
import { type TestContext, test, vi } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { json, type Network, type RecordedCall, refusal } from '../../../../tests/helpers/web/network.ts'
import { ada, as } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const list = 'GET /api/audit'

const entry = (n: number, more: Partial<AuditEntry>): AuditEntry => ({
  _id: `0199a000-0000-7000-8000-33330000000${n}`,
  at: '2026-11-15T12:34:56.000Z',
  who: ada.email,
  address: '192.0.2.7',
  what: 'item_changed',
  detail: { item: 'i1', before: { price: 5 }, after: { price: 6 } },
  about: 'Oak Tray: price $5 → $6',
  hash: 'abc',
  ...more,
})

const entries = [
  entry(1, {}),
  entry(2, { what: 'sign_in_refused', who: null, detail: {}, about: 'unknown user' }),
  entry(3, { what: 'shop_went_live', who: null, address: null, detail: {}, about: '' }),
]

const shop = (): Network =>
  as(ada)
    .on('GET /api/users', () => json([]))
    .on(list, ({ query }: RecordedCall) => json(query.search === 'nothing' ? [] : entries))

async function opened(t: TestContext, net: Network = shop()): Promise<Visit> {
  const page = await visit(t, '/dashboard/allUsers?audit=log', net)
  await page.until(() => page.words('.timeline-list li').length > 0)
  return page
}

test('the panel has an address, and shows who did what, from where, and the previous value', async t => {
  const page = await visit(t, '/dashboard/allUsers', shop())
  await page.until(() => page.control('Audit log'))
  await page.press('Audit log')
  await page.until(() => page.words('.timeline-list li').length === 3)
  assert.equal(page.at(), '/dashboard/allUsers?audit=log')
  const [changed = '', refused = '', live = ''] = page.words('.timeline-list li')
  assert.match(changed, /^Item changed ada@example\.com.*, 192\.0\.2\.7Oak Tray: price \$5 → \$6$/)
  assert.match(refused, /^Sign-in refused Unknown/)
  assert.match(live, /^Shop went live The shop/)
  await page.press('Close')
  await page.until(() => page.at() === '/dashboard/allUsers')
})

test('the log can be searched, says when nothing matches, and exports the matches', async t => {
  const net = shop().on('GET /api/audit.csv', () => new Response('at\r\n'))
  const page = await opened(t, net)
  await page.type('Search the log', 'nothing')
  await page.until(() => /No entries match/.test(page.text))
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:1')
  vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await page.press('Export')
  assert.deepEqual(net.to('GET /api/audit.csv')[0]?.query, { search: 'nothing' })
  assert.match(page.text, /These rows were exported/)
})

test('a log that fails to load says so', async t => {
  const net = shop().on(list, () => refusal('too_many_requests'))
  const page = await visit(t, '/dashboard/allUsers?audit=log', net)
  await page.until(() => /Refused: too_many_requests/.test(page.text))
  assert.ok(page.control('Try again'))
})
