import assert from 'node:assert/strict'
import { dayMs } from '#domain/day.ts'
import type { PeriodLength } from '#domain/period.ts'
import { withCards } from '../../../../tests/helpers/card-shop.ts'
import { assertInsightsMatchRows } from '../../../../tests/helpers/expected-insights.ts'
import { markPaid } from '../../../../tests/helpers/noted-payments.ts'
import { fillBag } from '../../../../tests/helpers/pay-together.ts'
import { refund } from '../../../../tests/helpers/refunding.ts'
import { newAdmin } from '../../../../tests/helpers/shop.ts'
import { offer, pay, startWith, welcome } from '../../../../tests/helpers/vouchers.ts'
import { brokenInvariants } from '../../books/invariants.ts'
import { showInsights } from './show-insights.ts'

/** Fails if payments that are open or were canceled count, or if each order of a payment counts as a use. */
withCards('vouchers are listed with the payments that used them and the discount in these', async shop => {
  const listed = async (days: PeriodLength = 30) => (await showInsights(shop.deps, days)).vouchers
  const admin = await newAdmin(shop)
  const half = { ...welcome, code: 'HALF', percent: 50 }
  const free = { ...welcome, code: 'FREE', percent: 100 }
  await offer(shop, {}, { vouchers: [welcome, half, free], deliveryPrice: { price: 5, freeFrom: null } })
  assert.deepEqual(await listed(), [])

  const { ann, ids } = await fillBag(shop, 5)
  const together = await startWith(ann, ids.slice(0, 2), 'WELCOME10')
  assert.deepEqual(await listed(), [], 'it is not paid yet')
  await pay(shop, ann, ids.slice(0, 2), together.intent)
  await startWith(ann, ids.slice(2, 3), 'WELCOME10')
  const later = await startWith(ann, ids.slice(2, 3), 'HALF')
  await pay(shop, ann, ids.slice(2, 3), later.intent)
  const other = await fillBag(shop, 1)
  const single = await startWith(other.ann, other.ids, 'WELCOME10')
  await pay(shop, other.ann, other.ids, single.intent)
  await markPaid(shop, admin, ids[3] ?? '', { amount: 80 })
  await startWith(ann, ids.slice(4), 'HALF')
  const used = [
    { code: 'HALF', uses: 1, discount: 30 },
    { code: 'WELCOME10', uses: 2, discount: 8 },
  ]
  assert.deepEqual(await listed(), used)
  assert.equal((await refund(admin, ids[2] ?? '')).statusCode, 200)
  assert.deepEqual(await listed(), used, 'a refund does not take the discount back')
  await assertInsightsMatchRows(shop)

  shop.travel(2 * dayMs)
  assert.deepEqual(await listed(1), [])
  assert.deepEqual(await listed(), used)
  const last = await fillBag(shop, 1)
  await startWith(last.ann, last.ids, 'WELCOME10')
  await assertInsightsMatchRows(shop)
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
})
