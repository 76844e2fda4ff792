import assert from 'node:assert/strict'
import { v7 as newId } from 'uuid'
import type { Item } from '#contract/items.ts'
import { dayAfter } from '#domain/day.ts'
import { withCards, withCardsOnSqlite } from '../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { exported } from '../../../../tests/helpers/item-file.ts'
import { markPaid, todayIn } from '../../../../tests/helpers/noted-payments.ts'
import { fillBag } from '../../../../tests/helpers/pay-together.ts'
import { placePaidOrder } from '../../../../tests/helpers/paying.ts'
import { newAdmin, onBothEngines, type TestShop } from '../../../../tests/helpers/shop.ts'
import { offer } from '../../../../tests/helpers/vouchers.ts'
import * as newOrder from '../../store/new-order.ts'
import * as users from '../../store/users.ts'

withCardsOnSqlite('the export contains each order’s history, and defuses formulas', async shop => {
  const admin = await newAdmin(shop)
  const { order, ann, item } = await placePaidOrder(shop)
  const sending = { orders: [{ id: order._id, carrier: 'Post, "fast"', tracking: '=1+1' }] }
  const [sent] = (await admin.call('POST', '/api/booking/send', sending)).json()
  shop.travel(1000)
  const other = {
    ownerName: '=HYPERLINK("http://x")',
    mobileNumber: '+49 170',
  }
  const held = (await ann.order(item, 1, other)).json()
  // From a time when addresses could have several lines.
  const address = "1 Street;=cmd|'/C calc'!A0;\n=1+1;x"
  await shop.deps.db.write(tx =>
    tx.updateTable('orders').set({ address }).where('id', '=', held._id).execute(),
  )
  const { body } = await admin.call('GET', '/api/booking.csv')
  assert.equal(
    body,
    [
      '\ufeffnumber,_id,createdAt,state,paidAt,sentAt,refundedAt,ownerName,email,mobileNumber,address,itemName,quantity,unitPrice,totalPrice,refundedAmount,carrier,tracking,disputeLostAmount,paidAmount,currency,paidDelivery,paymentMethod,receivedOn',
      `${held.number},${held._id},${held.createdAt},held,,,,"'=HYPERLINK(""http://x"")",${ann.email},'+49 170,"1 Street;'=cmd|'/C calc'!A0;\n'=1+1;x",Test Tray,1,18.5,18.5,0,,,0,,USD,0,,`,
      `${sent.number},${sent._id},${sent.createdAt},sent,${sent.paidAt},${sent.sentAt},,Test Customer,${ann.email},555 0100,1 Test Street,Test Tray,2,18.5,37,0,"Post, ""fast""",'=1+1,0,37,USD,0,card,${todayIn(shop)}`,
      '',
    ].join('\r\n'),
  )
})

/** Fails if the day is that of the entry, or that of another time zone. */
withCards(
  'the export says how and on which day each order was paid',
  async shop => {
    const admin = await newAdmin(shop)
    const { order } = await placePaidOrder(shop)
    // Half past two in Kathmandu, where it is a day later than in Greenwich.
    const paid_at = Date.UTC(2026, 9, 31, 20, 45)
    await shop.deps.db.write(tx => tx.updateTable('orders').set({ paid_at }).execute())
    const { ann, ids } = await fillBag(shop, 5)
    const date = dayAfter(todayIn(shop), -3)
    for (const [index, method] of (['transfer', 'cash', 'terminal'] as const).entries()) {
      const wish = { method, date, amount: 20 * (index + 1) }
      assert.equal((await markPaid(shop, admin, ids[index] ?? '', wish)).statusCode, 200)
    }
    await offer(shop, { percent: 100 })
    const covered = await ann.call('POST', `/api/booking/${ids[3]}/covered`, { voucher: 'WELCOME10' })
    assert.equal(covered.statusCode, 200, covered.body)
    const lines = (await exported(admin, '/api/booking.csv')).map(line => line.split(','))
    const today = todayIn(shop)
    assert.deepEqual(
      [order._id, ...ids].map(id => lines.find(([, found]) => found === id)?.slice(-2)),
      [
        ['card', '2026-11-01'],
        ['transfer', date],
        ['cash', date],
        ['terminal', date],
        ['voucher', today],
        ['', ''],
      ],
    )
  },
  (title, body) => onBothEngines(title, body, { SHOP_TIMEZONE: 'Asia/Kathmandu' }),
)

/** Lapsed orders, placed one millisecond apart. */
async function placeMany({ deps: { db, now } }: TestShop, { email }: Customer, item: Item, count: number) {
  await db.write(async tx => {
    const user = await users.findByEmail(tx, email)
    for (let n = 0; n < count; n++) {
      const created_at = now() - 1_000_000 + n
      const name = n % 2 === 0 ? 'Even' : 'Odd'
      await newOrder.insert(tx, {
        ...newOrder.initialColumns,
        id: newId(),
        user_id: user?.id ?? '',
        item_id: item._id,
        item_name: item.name,
        owner_name: name,
        email,
        mobile_number: String(n),
        address: 'x',
        quantity: 1,
        unit_price_minor: 100,
        total_minor: 100,
        idempotency_key: null,
        created_at,
        held_until: created_at,
        released_at: created_at,
      })
    }
  })
}

/** Fails if the pages of a search are not joined, or if the last row of a page is repeated. */
onBothEngines('an export contains every order of the list, across pages', async shop => {
  const admin = await newAdmin(shop)
  const item = await shop.item({ name: 'Oak Tray' })
  await placeMany(shop, await shop.customer('zoe@example.com'), item, 1100)
  const numbersOf = async (query: string) =>
    (await exported(admin, `/api/booking.csv?${query}`)).map(line => Number(line.split(',')[9]))
  const newestFirst = Array.from({ length: 1100 }, (_, index) => 1099 - index)
  for (const query of ['', 'state=lapsed', 'search=zoe', `item=${item._id}`, 'search=oak', 'from=2000-01-01'])
    assert.deepEqual(
      (await numbersOf(query)).toSorted((a, b) => b - a),
      newestFirst,
      query,
    )
  for (const query of ['state=lapsed', 'search=zoe', `item=${item._id}`])
    assert.deepEqual(await numbersOf(query), newestFirst, query)
  assert.equal((await numbersOf('search=even')).length, 550)
  assert.deepEqual(await numbersOf('state=paid'), [])
  assert.equal((await admin.call('GET', '/api/booking.csv?state=gone')).statusCode, 400)
})
