import assert from 'node:assert/strict'
import { pagesOf, tablesOf } from '../../src/server/db/schema/table-rows.ts'
import type { Reading } from '../../src/server/db/schema/tables.ts'
import * as users from '../../src/server/store/users.ts'
import type { CardShop } from './card-shop.ts'
import type { Customer } from './customers.ts'
import { confirmPaid, startCardPayment } from './paying.ts'
import { newAdmin } from './shop.ts'

/** Nobody else has these, so whatever contains one of them is data of this person. */
export const uniqueDetails = {
  email: 'zerlina.quux@example.com',
  name: 'Zerlina Quux',
  address: '77 Xylophone Yard',
  number: '555 999 777 31',
  school: 'Academy of Zithers',
  comment: 'Zesty beyond compare',
} as const

/** A customer who has done everything that stores personal data. */
export async function personWithHistory(shop: CardShop): Promise<{
  ann: Customer
  admin: Customer
  paidOrder: string
  paidIntent: string
}> {
  const { email, name, address, number, school, comment } = uniqueDetails
  const admin = await newAdmin(shop)
  await admin.call('PUT', '/api/myNotices', { orders: 'each', lowStock: false })
  const hourly = await newAdmin(shop)
  await hourly.call('PUT', '/api/myNotices', { orders: 'hourly', lowStock: false })
  const ann = await shop.customer(email)
  await shop.deps.db.write(async tx => {
    const user = await users.findByEmail(tx, email)
    await tx
      .updateTable('users')
      .set({ display_name: name })
      .where('id', '=', user?.id ?? '')
      .execute()
  })
  const profile = { name, email, address, education: school, linkedin: 'x', mobileNumber: number }
  await ann.call('POST', '/api/myProfile', profile)
  const item = await shop.item({ availableQuantity: 20 })
  const details = { ownerName: name, address, mobileNumber: number }
  const place = async (quantity = 1) => (await ann.order(item, quantity, details)).json<{ _id: string }>()
  const paid = await place(2)
  const paidIntent = await startCardPayment(ann, paid)
  await shop.charge(paidIntent)
  assert.equal((await confirmPaid(ann, paid._id, paidIntent)).statusCode, 200)
  const refund = { amount: 1, reason: `Asked for by ${name}`, restock: 1 }
  assert.equal((await admin.call('POST', `/api/booking/${paid._id}/refund`, refund)).statusCode, 200)
  const parcel = { id: paid._id, carrier: name, tracking: `To ${address}` }
  const sent = await admin.call('POST', '/api/booking/send', { orders: [parcel] })
  assert.equal(sent.statusCode, 200, sent.body)
  await startCardPayment(ann, await place())
  await place()
  const removed = await place()
  await ann.call('DELETE', `/api/myBooking/${removed._id}`)
  for (const review of [{}, { itemId: item._id }])
    assert.equal(
      (await ann.call('POST', '/api/myReview', { name, comment, starRating: 5, ...review })).statusCode,
      201,
    )
  await shop.call({ method: 'POST', url: '/api/auth/sign-in', payload: { email, password: 'no' } })
  return { ann, admin, paidOrder: paid._id, paidIntent }
}

/** Adds customers and orders, so that the database splits pages and moves rows. */
export async function addOtherCustomers(shop: CardShop): Promise<void> {
  const item = await shop.item({ availableQuantity: 400 })
  for (let i = 0; i < 30; i++) {
    const other = await shop.customer()
    for (let o = 0; o < 5; o++) await other.order(item, 1, { ownerName: `Somebody Else ${i} ${o}` })
  }
}

/** The columns that contain any of these texts. */
export async function occurrencesOf(db: Reading, texts: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const table of await tablesOf(db))
    for await (const rows of pagesOf(db, table))
      for (const row of rows)
        for (const [column, value] of Object.entries(row))
          for (const text of texts)
            if (String(value).includes(text)) found.push(`${text} in ${table.table}.${column}`)
  return found
}
