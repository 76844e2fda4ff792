import assert from 'node:assert/strict'
import { dayAfter, dayMs } from '#domain/day.ts'
import { dayInWords } from '#domain/noted-payment.ts'
import { type CardShop, withCards } from '../../../../../tests/helpers/card-shop.ts'
import { changeContent } from '../../../../../tests/helpers/content.ts'
import { confirmed } from '../../../../../tests/helpers/customers.ts'
import { todayIn, twoUnpaid } from '../../../../../tests/helpers/noted-payments.ts'
import { startCardPayment } from '../../../../../tests/helpers/paying.ts'
import { newAdmin } from '../../../../../tests/helpers/shop.ts'
import { releaseHolds } from '../../../jobs/release-holds.ts'
import { sendOutbox } from '../../../jobs/send-outbox.ts'

async function offered(shop: CardShop) {
  await changeContent(shop, {
    transfer: { text: 'Tuckshop\nIBAN XX00 1234', days: 7 },
    deliveryPrice: { price: 4.9, freeFrom: null },
  })
  const known = await twoUnpaid(shop)
  await confirmed(shop.deps, known.ann)
  await known.admin.call('PUT', '/api/myNotices', { orders: 'each', lowStock: false })
  const announce = () =>
    known.ann.call('POST', `/api/booking/${known.ids[0]}/transfer`, { with: [known.ids[1]] })
  const mailsTo = async ({ email }: { email: string }) => {
    await sendOutbox(shop.deps, shop.deps.mail)
    return shop.mails(email)
  }
  return { ...known, announce, mailsTo }
}

/** Fails if the customer has to remember the page, or if saying it again emails again. */
withCards(
  'the customer and the admins who want each order are emailed about a transfer, once',
  async shop => {
    const { admin, ann, ids, announce, mailsTo } = await offered(shop)
    const hourly = await newAdmin(shop)
    await hourly.call('PUT', '/api/myNotices', { orders: 'hourly', lowStock: true })
    // Its card payment is canceled, so that the work runs twice.
    await startCardPayment(ann, { _id: ids[1] })
    for (const _ of ['announced', 'said again']) assert.equal((await announce()).statusCode, 200)
    const until = dayInWords(dayAfter(todayIn(shop), 7))

    const [told, ...more] = await mailsTo(ann)
    assert.deepEqual(more, [])
    assert.equal(told?.subject, 'How to pay for Test Tray and 1 more by bank transfer')
    assert.match(told?.text ?? '', new RegExp(`We keep your orders for you until ${until}`))
    assert.match(
      told?.text ?? '',
      /Delivery: \$4\.90\s+To transfer: \$54\.40\s+Transfer to: Tuckshop, IBAN XX00 1234\s+Write as the reference: T-1001, T-1002/,
    )

    const [notice, ...others] = await mailsTo(admin)
    assert.deepEqual(others, [])
    assert.equal(notice?.subject, 'T-1001, T-1002 will be paid by transfer: $54.40')
    assert.match(notice?.text ?? '', new RegExp(`The stock is kept until ${until}`))
    assert.match(notice?.text ?? '', /mark it as paid/)
    assert.deepEqual(await mailsTo(hourly), [])
  },
)

withCards('a waiting order that is removed, or whose transfer does not come, causes no email', async shop => {
  const { admin, ann, ids, announce, mailsTo } = await offered(shop)
  assert.equal((await announce()).statusCode, 200)
  const before = [(await mailsTo(ann)).length, (await mailsTo(admin)).length]
  assert.equal((await ann.call('DELETE', `/api/myBooking/${ids[0]}`)).statusCode, 204)
  shop.travel(8 * dayMs)
  await releaseHolds(shop.deps)
  assert.deepEqual([(await mailsTo(ann)).length, (await mailsTo(admin)).length], before)
})
