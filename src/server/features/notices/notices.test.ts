import assert from 'node:assert/strict'
import type { Item } from '#contract/items.ts'
import type { NoticesForm } from '#contract/notices.ts'
import { theShop } from '#domain/audit.ts'
import { type CardShop, withCards, withCardsOnSqlite } from '../../../../tests/helpers/card-shop.ts'
import { type Customer, confirmed } from '../../../../tests/helpers/customers.ts'
import { confirmPaid, startCardPayment } from '../../../../tests/helpers/paying.ts'
import { newAdmin, onBothEngines, onSqlite } from '../../../../tests/helpers/shop.ts'
import { notifyAdminsHourly } from '../../jobs/notify-admins-hourly.ts'
import { releaseHolds } from '../../jobs/release-holds.ts'
import { sendOutbox } from '../../jobs/send-outbox.ts'
import { newToken } from '../../sessions/tokens.ts'
import { recordLowStock } from '../../store/admin-notices.ts'
import * as items from '../../store/items.ts'
import { newWelcome } from '../identity/welcome.ts'
import { promoteUser } from '../users/promote-user.ts'

const hour = 3_600_000

/** An admin with these notification settings. */
async function adminWithNotices(shop: CardShop, wanted: NoticesForm): Promise<Customer> {
  const admin = await newAdmin(shop)
  const answer = await admin.call('PUT', '/api/myNotices', wanted)
  assert.equal(answer.statusCode, 200, answer.body)
  return admin
}

async function buy(shop: CardShop, item: Item, quantity = 1): Promise<{ number: string }> {
  const ann = await confirmed(shop.deps, await shop.customer())
  const order = (await ann.order(item, quantity)).json()
  const intent = await startCardPayment(ann, order)
  await shop.charge(intent)
  // Its events arrive more than once.
  for (const _ of [1, 2]) await confirmPaid(ann, order._id, intent)
  return order
}

async function subjects(shop: CardShop, { email }: Customer): Promise<string[]> {
  await sendOutbox(shop.deps, shop.deps.mail)
  return (await shop.mails(email)).map(({ subject }) => subject).sort()
}

const waysToFirstAdmin = {
  async link(shop: CardShop, owner: Customer) {
    const token = (await newWelcome(shop.deps)) ?? newToken()
    assert.equal((await owner.call('POST', '/api/auth/welcome', { token })).statusCode, 204)
  },
  async command({ deps: { db, now } }: CardShop, { email }: Customer) {
    const promotion = { by: theShop, email, now: now(), onlyVerified: false }
    await db.write(tx => promoteUser(tx, promotion))
  },
}

/** Moves the clock to some minutes after the next full hour. */
const nextHour = (shop: CardShop) => shop.travel(hour - (shop.deps.now() % hour) + 5 * 60_000)

/** Fails if the setting outlives the role: the first email would list everything paid in the meantime. */
onBothEngines('an admin who loses the role loses the notification settings', async shop => {
  const [admin, other] = [await newAdmin(shop), await newAdmin(shop)]
  await admin.call('PUT', '/api/myNotices', { orders: 'hourly', lowStock: true })
  await other.call('DELETE', `/api/adminUser/${admin.email}`)
  await other.call('PUT', `/api/adminUser/${admin.email}`)
  const { orders, lowStock } = (await admin.call('GET', '/api/myNotices')).json()
  assert.deepEqual([orders, lowStock], ['off', false])
})

/** Fails if the first owner must find the setting: orders of the first days would wait unseen. */
for (const [how, become] of Object.entries(waysToFirstAdmin))
  withCards(
    `the first admin, by ${how}, is told of each paid order until they choose otherwise`,
    async shop => {
      const owner = await shop.customer()
      await become(shop, owner)
      const item = await shop.item({ name: 'Oak Tray', price: 18.5, availableQuantity: 100 })
      const { number } = await buy(shop, item)
      assert.deepEqual(await subjects(shop, owner), [`${number} is paid: Oak Tray, $18.50`])
      await owner.call('PUT', '/api/myNotices', { orders: 'off', lowStock: false })
      const ann = await confirmed(shop.deps, await shop.customer())
      assert.equal((await owner.call('PUT', `/api/adminUser/${ann.email}`)).statusCode, 200)
      await become(shop, owner)
      for (const { call } of [owner, ann])
        assert.equal((await call('GET', '/api/myNotices')).json().orders, 'off', 'nobody else is asked for')
    },
  )

onSqlite(
  'other admins get no notifications by default, and each has their own settings',
  async shop => {
    const [admin, other] = [await newAdmin(shop), await newAdmin(shop)]
    const off = { orders: 'off', lowStock: false, lowStockAt: 7, hasMail: false }
    assert.deepEqual((await admin.call('GET', '/api/myNotices')).json(), off)
    const wanted = { orders: 'hourly', lowStock: true }
    assert.deepEqual((await admin.call('PUT', '/api/myNotices', wanted)).json(), { ...off, ...wanted })
    assert.deepEqual((await admin.call('GET', '/api/myNotices')).json(), { ...off, ...wanted })
    assert.deepEqual((await other.call('GET', '/api/myNotices')).json(), off)
    const refused = await admin.call('PUT', '/api/myNotices', { orders: 'daily', lowStock: true })
    assert.deepEqual(refused.json().fields, { orders: 'Choose one.' })
  },
  { LOW_STOCK: '7' },
)

withCardsOnSqlite('admins who want each order are emailed when it is paid', async shop => {
  const each = await adminWithNotices(shop, { orders: 'each', lowStock: false })
  const others = [
    await adminWithNotices(shop, { orders: 'off', lowStock: true }),
    await adminWithNotices(shop, { orders: 'hourly', lowStock: false }),
  ]
  const former = await adminWithNotices(shop, { orders: 'each', lowStock: true })
  await each.call('DELETE', `/api/adminUser/${former.email}`)
  const item = await shop.item({ name: 'Oak Tray', price: 18.5, availableQuantity: 100 })
  const { number } = await buy(shop, item, 2)
  assert.deepEqual(await subjects(shop, each), [`${number} is paid: Oak Tray, $37`])
  const [mail] = await shop.mails(each.email)
  assert.match(mail?.text ?? '', /Test Customer has paid order T-\d+\.[\s\S]*Deliver to: 1 Test Street/)
  for (const other of [...others, former]) assert.deepEqual(await subjects(shop, other), [])
})

/** Fails if an email covers a single hour: orders paid before an outage would never be reported. */
withCardsOnSqlite('an hourly email lists all paid orders, also those before an outage', async shop => {
  nextHour(shop)
  const admin = await adminWithNotices(shop, { orders: 'hourly', lowStock: false })
  const item = await shop.item({ name: 'Oak Tray', price: 18.5, availableQuantity: 100 })
  const [first, second] = [await buy(shop, item), await buy(shop, item, 2)]
  assert.equal(await notifyAdminsHourly(shop.deps), 0)
  // Saving the hourly setting again loses nothing.
  await admin.call('PUT', '/api/myNotices', { orders: 'hourly', lowStock: true })
  nextHour(shop)
  const messages = await Promise.all([1, 2, 3, 4].map(() => notifyAdminsHourly(shop.deps)))
  assert.equal(
    messages.reduce((sum, count) => sum + count),
    1,
  )
  assert.deepEqual(await subjects(shop, admin), ['2 orders were paid: $55.50'])
  const text = (await shop.mails(admin.email))[0]?.text ?? ''
  assert.ok(text.includes(`Oak Tray (${first.number}, 1 at $18.50 each, Test Customer): $18.50`), text)
  assert.ok(text.includes(`Oak Tray (${second.number}, 2 at $18.50 each, Test Customer): $37`), text)

  await buy(shop, item)
  shop.travel(5 * hour)
  await buy(shop, item)
  nextHour(shop)
  assert.equal(await notifyAdminsHourly(shop.deps), 1)
  nextHour(shop)
  assert.equal(await notifyAdminsHourly(shop.deps), 0)
  assert.deepEqual(await subjects(shop, admin), ['2 orders were paid: $37', '2 orders were paid: $55.50'])
})

/** Fails if the email covers an hour as soon as it ends: an order paid in its last second may not be committed yet. */
/** Fails if only new notices stop: what waits in the outbox names a customer. */
withCards('an admin who was removed gets no email about customers any more', async shop => {
  const [admin, other] = [
    await adminWithNotices(shop, { orders: 'each', lowStock: false }),
    await newAdmin(shop),
  ]
  await buy(shop, await shop.item())
  await other.call('DELETE', `/api/user/${admin.email}`)
  assert.deepEqual(await subjects(shop, admin), [])
})

withCards('orders paid around the full hour are reported exactly once', async shop => {
  nextHour(shop)
  const admin = await adminWithNotices(shop, { orders: 'hourly', lowStock: false })
  const item = await shop.item({ price: 10, availableQuantity: 100 })
  await buy(shop, item)
  const { db } = shop.deps
  const { paid_at: paidAt } = await db.read.selectFrom('orders').select('paid_at').executeTakeFirstOrThrow()
  const end = (Math.floor(shop.deps.now() / hour) + 1) * hour
  const setPaid = (at: number) => db.write(tx => tx.updateTable('orders').set({ paid_at: at }).execute())
  shop.travel(end - shop.deps.now() + 1000)
  assert.equal(await notifyAdminsHourly(shop.deps), 0)
  await setPaid(end - 1)
  shop.travel(60_000)
  assert.equal(await notifyAdminsHourly(shop.deps), 1)
  await setPaid(end)
  nextHour(shop)
  assert.equal(await notifyAdminsHourly(shop.deps), 1)
  assert.deepEqual(await subjects(shop, admin), ['1 order was paid: $10', '1 order was paid: $10'])
  await setPaid(paidAt ?? 0)
})

withCardsOnSqlite('low stock is reported once each time it falls', async shop => {
  const admin = await adminWithNotices(shop, { orders: 'off', lowStock: true })
  const item = await shop.item({ name: 'Oak Tray', availableQuantity: 7 })
  const messages = async () => (await subjects(shop, admin)).length
  await buy(shop, item, 2)
  assert.equal(await messages(), 0)
  await buy(shop, item)
  assert.deepEqual(await subjects(shop, admin), ['Running low: Oak Tray'])
  assert.match((await shop.mails(admin.email))[0]?.text ?? '', /Oak Tray: only 4 left to sell/)
  await buy(shop, item)
  assert.equal(await messages(), 1)
  await admin.call('POST', `/api/item/${item._id}/stock`, { change: 10, reason: 'Delivery' })
  await buy(shop, item, 9)
  assert.equal(await messages(), 2)
})

withCardsOnSqlite('low stock is reported again after a lapsed order raised it in between', async shop => {
  const admin = await adminWithNotices(shop, { orders: 'off', lowStock: true })
  const item = await shop.item({ availableQuantity: 7 })
  const messages = async () => (await subjects(shop, admin)).length
  await (await shop.customer()).order(item, 4)
  await buy(shop, item)
  assert.equal(await messages(), 1)
  shop.travel(hour)
  await releaseHolds(shop.deps)
  await buy(shop, item)
  assert.equal(await messages(), 1)
  await buy(shop, item)
  assert.equal(await messages(), 2)
})

/** Fails if the item is marked without a second check: on PostgreSQL two requests find it unmarked. */
onBothEngines('if many payments reach low stock simultaneously, one reports it', async shop => {
  const { db, now } = shop.deps
  for (let round = 0; round < 10; round++) {
    const item = await shop.item({ availableQuantity: 3 })
    const found = await Promise.all(
      Array.from({ length: 8 }, () => db.write(tx => recordLowStock(tx, item._id, 5, now()))),
    )
    assert.equal(found.filter(Boolean).length, 1)
  }
})

/** Fails if every payment is reported, including refunded ones. */
withCardsOnSqlite('a payment that is refunded is not reported as a paid order', async shop => {
  const admin = await adminWithNotices(shop, { orders: 'each', lowStock: false })
  const item = await shop.item({ availableQuantity: 1 })
  const ann = await shop.customer()
  const order = (await ann.order(item)).json()
  const intent = await startCardPayment(ann, order)
  // As when its payment could not be canceled in time.
  await shop.deps.db.write(async tx => {
    await tx.updateTable('orders').set({ released_at: 1 }).where('id', '=', order._id).execute()
    await items.giveBack(tx, item._id, 1)
  })
  const { number } = await buy(shop, item)
  await shop.charge(intent)
  assert.equal((await confirmPaid(ann, order._id, intent)).statusCode, 409)
  assert.deepEqual(await subjects(shop, admin), [`${number} is paid: Test Tray, $34`])
})

withCards('concurrent buyers of the last units cause one email', async shop => {
  const admin = await adminWithNotices(shop, { orders: 'each', lowStock: true })
  const item = await shop.item({ name: 'Oak Tray', availableQuantity: 12 })
  await Promise.all(Array.from({ length: 10 }, () => buy(shop, item)))
  const all = await subjects(shop, admin)
  assert.equal(all.filter(subject => subject === 'Running low: Oak Tray').length, 1)
  assert.equal(all.length, 11)
})
