import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import { managed, panelAddress, withTray } from '../../../../tests/helpers/web/managed-item.ts'
import { held, json, lost, refusal } from '../../../../tests/helpers/web/network.ts'
import { managedTray } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const { changeStock: stock, ledger } = managed

async function editing(t: TestContext, net = withTray()): Promise<Visit> {
  const page = await visit(t, panelAddress, net)
  await page.until(() => page.control('Save'))
  return page
}

const bodies = (page: Visit, call: string) => page.net.to(call).map(({ body }) => body)

test('stock is added, taken out and counted; the ledger shows who and when', async t => {
  const page = await editing(
    t,
    withTray().on(stock, () => json(managedTray)),
  )
  assert.match(page.text, /Available:9Held:4Sold:7In stock:20/)
  const [broken, opening] = page.words('ul[aria-label="Stock changes"] li')
  assert.match(broken ?? '', /^−3Brokenada@example\.com, Nov 15, 2026, /)
  assert.match(opening ?? '', /^\+20Opening stockThe shop, Nov 15, 2026, /)
  for (const kind of ['add', 'takeOut', 'counted']) {
    await page.fill({ Quantity: '5', Reason: `As ${kind}` })
    await page.type('What happened', kind)
    await page.press('Change the stock')
  }
  assert.deepEqual(bodies(page, stock), [
    { change: 5, reason: 'As add' },
    { change: -5, reason: 'As takeOut' },
    { counted: 5, reason: 'As counted' },
  ])
  assert.match(page.text, /Oak Desk Tray: 9 left to sell/)
  assert.ok(page.net.to(ledger).length > 1, 'the ledger is read anew')
})

/** Fails if a choice made while sending is reset to 'Add' by the response. */
test('nothing else can be selected while a change is being sent', async t => {
  const slow = held(() => json(managedTray))
  const page = await editing(t, withTray().on(stock, slow.answer))
  await page.fill({ Quantity: '5', Reason: 'Delivery' })
  await page.press('Change the stock')
  assert.equal(page.field('What happened').disabled, true)
  slow.release()
  await page.until(() => /9 left to sell/.test(page.text))
  assert.equal(page.field('What happened').disabled, false)
})

test('zero cannot be added but can be counted, and a reason is required', async t => {
  const page = await editing(
    t,
    withTray().on(stock, () => refusal('not_enough_stock', { detail: 'Only 9 are free.' })),
  )
  await page.fill({ Quantity: '0', Reason: 'x' })
  await page.press('Change the stock')
  assert.equal(page.complaint('Quantity'), 'Enter at least 1.')
  await page.fill({ Quantity: '', Reason: '' })
  await page.press('Change the stock')
  assert.deepEqual(
    [page.complaint('Quantity'), page.complaint('Reason')],
    ['Quantity is required', 'Reason is required'],
  )
  assert.equal(bodies(page, stock).length, 0)
  await page.fill({ Quantity: '0', Reason: 'Stocktaking' })
  await page.type('What happened', 'counted')
  await page.press('Change the stock')
  assert.deepEqual(bodies(page, stock), [{ counted: 0, reason: 'Stocktaking' }])
  assert.match(page.text, /Only 9 are free\./)
})

/** Fails if every press has a new key: a delivery whose response got lost would count twice. */
test('a stock change whose response got lost is retried with the same key', async t => {
  const page = await editing(
    t,
    withTray().on(stock, lost, () => json(managedTray)),
  )
  const keys = () => page.net.to(stock).map(({ headers }) => headers.get('idempotency-key'))
  await page.fill({ Quantity: '5', Reason: 'Delivery' })
  await page.press('Change the stock')
  await page.press('Change the stock')
  await page.fill({ Quantity: '5', Reason: 'Delivery' })
  await page.press('Change the stock')
  const [first, second, third] = keys()
  assert.equal(first, second)
  assert.notEqual(second, third)
})
