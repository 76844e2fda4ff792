import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import type { RefundEntry } from '#contract/refunds.ts'
import { json, lost, type Network, refusal } from '../../../../tests/helpers/web/network.ts'
import { ada, as, order } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const paid: Order = {
  ...order,
  quantity: 5,
  totalPrice: 62.5,
  paid: true,
  paidAmount: 62.5,
  state: 'paid',
  transactionId: 'pi_9',
  refundableAmount: 62.5,
  keptAmount: 62.5,
}

const refunding = `POST /api/booking/${paid._id}/refund`
const refunds = `GET /api/booking/${paid._id}/refunds`

const entry: RefundEntry = {
  _id: paid._id.replace(/1$/, '7'),
  at: '2026-11-15T09:30:00.000Z',
  amount: 5,
  currency: 'USD',
  status: 'succeeded',
  endedAt: '2026-11-15T09:30:01.000Z',
  reason: 'by_admin',
  note: 'Scratched lid',
  by: ada.email,
  restocked: 1,
  failure: null,
}

/** The panel of an order whose state changes during the test. */
const shopOf = (now: () => Order, ...entries: RefundEntry[]): Network =>
  as(ada)
    .on('GET /api/booking', () => json([now()]))
    .on(`GET /api/booking/${paid._id}/timeline`, () => json([]))
    .on(`GET /api/booking/${paid._id}/invoices`, () => json([]))
    .on(refunds, () => json(entries))

async function panel(t: TestContext, net: Network): Promise<Visit> {
  const page = await visit(t, `/dashboard/manageAllOrders?order=${paid._id}`, net)
  await page.until(() => page.words('h3').includes('Refund'))
  return page
}

const inSection = (page: Visit) => page.words('section[aria-labelledby="refund"]').join()

test('the form starts with the refundable amount, the button names it, and the lists update', async t => {
  let now = paid
  const page = await panel(
    t,
    shopOf(() => now).on(refunding, () => {
      now = { ...paid, refundedAmount: 5, refundableAmount: 57.5, keptAmount: 57.5, restockedQuantity: 1 }
      return json(now)
    }),
  )
  assert.equal(page.field('Amount ($)').value, '62.5')
  assert.ok(page.button('Refund $62.50'))
  await page.fill({ 'Amount ($)': '5', Reason: ' Scratched lid ', 'Units to restock': '1' })
  await page.press('Refund $5')
  const [asked] = page.net.to(refunding)
  assert.deepEqual(asked?.body, { amount: 5, reason: 'Scratched lid', restock: 1 })
  assert.ok(asked?.headers.get('idempotency-key'))
  await page.until(() => page.control('Refund $57.50', 'button'))
  assert.match(page.text, /T-1042: \$5 of \$62\.50 refunded/)
  assert.deepEqual([page.field('Amount ($)').value, page.field('Reason').value], ['57.5', ''])
  assert.match(inSection(page), /\$57\.50 of \$62\.50 is left to refund\./)
  assert.match(inSection(page), /5 sold, 1 restocked already\./)
  assert.ok(page.net.to(refunds).length > 1, 'the list is fetched again')
})

/** Fails if the full amount counts as too much. */
test('the full refundable amount can be refunded', async t => {
  let now = paid
  const page = await panel(
    t,
    shopOf(() => now).on(refunding, () => {
      now = {
        ...paid,
        state: 'refunded',
        refundedAmount: 62.5,
        refundedAt: entry.at,
        refundableAmount: 0,
        keptAmount: 0,
      }
      return json(now)
    }),
  )
  await page.fill({ Reason: 'Never arrived', 'Units to restock': '5' })
  await page.press('Refund $62.50')
  assert.deepEqual(page.net.to(refunding)[0]?.body, { amount: 62.5, reason: 'Never arrived', restock: 5 })
  await page.until(() => /Everything has been refunded\./.test(inSection(page)))
})

test('an invalid refund shows its error under the field before anything is sent', async t => {
  const page = await panel(
    t,
    shopOf(() => paid),
  )
  await page.fill({ 'Amount ($)': '62.51', 'Units to restock': '6' })
  await page.press('Refund $62.51')
  assert.deepEqual(
    ['Amount ($)', 'Reason', 'Units to restock'].map(label => page.complaint(label)),
    ['Only $62.50 is left to refund.', 'Reason is required', 'Enter at most 5.'],
  )
  await page.fill({ 'Amount ($)': '0' })
  await page.press('Refund')
  assert.equal(page.complaint('Amount ($)'), 'Enter at least $0.01.')
  await page.fill({ 'Amount ($)': '' })
  await page.press('Refund')
  assert.equal(page.complaint('Amount ($)'), 'Amount is required')
  assert.equal(page.net.to(refunding).length, 0)
})

/** Fails if the button, the check or the request reads the comma in another way. */
test('an amount may have a comma, but no thousands separator', async t => {
  const page = await panel(
    t,
    shopOf(() => paid).on(refunding, () => json(paid)),
  )
  await page.fill({ 'Amount ($)': '62,51', Reason: 'Late' })
  await page.press('Refund $62.51')
  assert.equal(page.complaint('Amount ($)'), 'Only $62.50 is left to refund.')
  await page.type('Amount ($)', '1,234')
  await page.press('Refund')
  assert.equal(page.complaint('Amount ($)'), 'Leave out the thousands separator: write 1234 or 1.23.')
  await page.type('Amount ($)', '4,90')
  await page.press('Refund $4.90')
  assert.deepEqual(
    page.net.to(refunding).map(({ body }) => body),
    [{ amount: 4.9, reason: 'Late', restock: 0 }],
  )
})

/** Fails if the form forgets its key: the money would go back twice. */
test('a refund whose response got lost is retried with the same key', async t => {
  const page = await panel(
    t,
    shopOf(() => paid).on(refunding, lost, () =>
      json({ ...paid, refundPendingAmount: 5, refundableAmount: 57.5, keptAmount: 57.5 }),
    ),
  )
  await page.fill({ 'Amount ($)': '5', Reason: 'Late' })
  await page.press('Refund $5')
  assert.match(page.text, /We could not reach the shop/)
  await page.press('Refund $5')
  const [first, second] = page.net.to(refunding).map(({ headers }) => headers.get('idempotency-key'))
  assert.ok(first)
  assert.equal(first, second)
  assert.match(page.text, /T-1042: \$5 refund in progress/)
})

test('a refund by another admin is reported with the amount that is left, and typed text stays', async t => {
  let now = paid
  const page = await panel(
    t,
    shopOf(() => now).on(refunding, () => {
      now = { ...paid, refundedAmount: 60, refundableAmount: 2.5, keptAmount: 2.5 }
      return refusal('amount_too_high', { left: 2.5, detail: 'Only $2.50 is left to refund.' })
    }),
  )
  await page.fill({ 'Amount ($)': '5', Reason: 'Scratched lid' })
  await page.press('Refund $5')
  await page.until(() => /\$2\.50 of \$62\.50 is left/.test(inSection(page)))
  assert.match(inSection(page), /Only \$2\.50 is left to refund\./)
  assert.equal(page.field('Reason').value, 'Scratched lid')
})

test('every refund shows its amount, status, reason and author', async t => {
  const page = await panel(
    t,
    shopOf(
      () => ({ ...paid, refundedAmount: 5, refundPendingAmount: 57.5, refundableAmount: 0, keptAmount: 0 }),
      { ...entry, _id: `${entry._id}a`, amount: 57.5, status: 'pending', endedAt: null, restocked: 0 },
      { ...entry, _id: `${entry._id}b`, status: 'failed', failure: 'expired_or_canceled_card' },
      { ...entry, _id: `${entry._id}c`, by: null, note: null, reason: 'by_provider', restocked: 0 },
      entry,
    ),
  )
  await page.until(() => page.words('ul[aria-label="Refunds"] li').length === 4)
  const [pending, failed, elsewhere, done] = page.words('ul[aria-label="Refunds"] li')
  assert.match(pending ?? '', /^\$57\.50In progressby ada@example\.com/)
  assert.match(failed ?? '', /Failed.*Why it failed: expired or canceled card/)
  assert.match(elsewhere ?? '', /by the card provider/)
  assert.match(done ?? '', /^\$5Refunded.*Scratched lid1 restocked$/)
  assert.match(inSection(page), /Refunds of the rest are in progress: nothing is left to refund\./)
  assert.equal(page.control('Send', 'button'), undefined, 'a refunded order cannot be sent')
  assert.ok(page.words('.state-chip').includes('Not to be sent'))
  assert.ok(page.words('tbody .badge-quiet').includes('$57.50 refund in progress'))
})

test('a list of refunds that fails to load says so, and the form still works', async t => {
  let isBroken = true
  const net = shopOf(() => paid).on(refunds, () => (isBroken ? refusal('too_many_requests') : json([entry])))
  const page = await panel(t, net)
  await page.until(() => /Refused: too_many_requests/.test(inSection(page)))
  assert.ok(page.button('Refund $62.50'))
  isBroken = false
  await page.press('Try again')
  await page.until(() => page.words('ul[aria-label="Refunds"] li').length === 1)
})

test('an unpaid order has nothing to refund', async t => {
  const page = await visit(
    t,
    `/dashboard/manageAllOrders?order=${paid._id}`,
    shopOf(() => order),
  )
  await page.until(() => page.words('h3').includes('What happened'))
  assert.ok(!page.words('h3').includes('Refund'))
})

test('a fully refunded order says so and has no form', async t => {
  const back = {
    ...paid,
    state: 'refunded',
    refundedAmount: 62.5,
    refundableAmount: 0,
    keptAmount: 0,
  } as const
  const page = await panel(
    t,
    shopOf(() => back, entry),
  )
  await page.until(() => /Everything has been refunded\./.test(inSection(page)))
  assert.equal(page.all('section[aria-labelledby="refund"] form').length, 0)
})
