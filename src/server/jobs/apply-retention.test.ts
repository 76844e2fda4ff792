import assert from 'node:assert/strict'
import { theShop } from '#domain/audit.ts'
import { withCards } from '../../../tests/helpers/card-shop.ts'
import { placePaidOrder, placeTestOrder, startCardPayment } from '../../../tests/helpers/paying.ts'
import { onBothEngines } from '../../../tests/helpers/shop.ts'
import { removeOrder } from '../features/orders/remove-order.ts'
import * as audit from '../store/audit.ts'
import { auditFaults } from '../store/audit-chain.ts'
import { applyRetention } from './apply-retention.ts'
import { releaseHolds } from './release-holds.ts'

const day = 86_400_000

/** Fails if an order that belongs to a payment is deleted, or if a held or paid one is. */
withCards('unpaid orders are deleted after a year; rows that the books need are anonymized', async shop => {
  const { db } = shop.deps
  const paid = await placePaidOrder(shop)
  const { ann, order: plain, item } = await placeTestOrder(shop)
  const tried = (await ann.order(item)).json()
  await startCardPayment(ann, tried)
  const removed = (await ann.order(item)).json()
  const { uid } = (await ann.call('GET', '/api/auth/me')).json()
  for (const { _id } of [tried, removed]) await removeOrder(shop.deps, uid, _id, 'customer')
  shop.travel(364 * day)
  await releaseHolds(shop.deps)
  const newest = (await (await shop.customer()).order(item)).json()
  assert.equal((await applyRetention(shop.deps)).unpaid_orders, 0)
  shop.travel(2 * day)
  assert.equal((await applyRetention(shop.deps)).unpaid_orders, 3)
  const left = await db.read.selectFrom('orders').select(['id', 'email']).orderBy('id').execute()
  assert.deepEqual(
    left.map(({ id, email }) => [id, email !== '']),
    [
      [paid.order._id, true],
      [tried._id, false],
      [newest._id, true],
    ],
  )
  assert.ok(!left.some(({ id }) => id === plain._id))
  assert.equal((await applyRetention(shop.deps)).unpaid_orders, 0)
  assert.match(
    (await shop.call({ url: '/api/metrics' })).body,
    /retention_deleted_total\{what="unpaid_orders"\} 3/,
  )
})

onBothEngines(
  'the audit log is kept for the configured time',
  async shop => {
    const { db, now } = shop.deps
    const add = () => db.write(tx => audit.note(tx, theShop, 'item_removed', {}, now()))
    await add()
    shop.travel(40 * day)
    await add()
    assert.equal((await applyRetention(shop.deps)).audit_log, 0)
    shop.travel(10 * day - 60_000)
    assert.equal((await applyRetention(shop.deps)).audit_log, 0, 'a minute less than fifty days')
    shop.travel(60_000)
    assert.equal(
      (await applyRetention(shop.deps)).audit_log,
      0,
      'the newest expired row stays as the start of the log',
    )
    shop.travel(40 * day)
    assert.equal((await applyRetention(shop.deps)).audit_log, 1)
    const rows = await db.read.selectFrom('audit_log').select('n').execute()
    assert.deepEqual(rows, [{ n: 2 }])
    assert.deepEqual(await auditFaults(db.read, now()), [])
  },
  { KEEP_AUDIT_DAYS: '50' },
)
