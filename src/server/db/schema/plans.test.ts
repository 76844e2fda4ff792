import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract, endpoints } from '#contract/index.ts'
import { periodLengths } from '#domain/period.ts'
import { grow } from '../../../../bench/grow-shop.ts'
import { identityCalls, welcomeCalls } from '../../../../tests/helpers/account-calls.ts'
import { runAdminSearches } from '../../../../tests/helpers/admin-searches.ts'
import { auditCalls, contentCalls, ownDataCalls } from '../../../../tests/helpers/audit-calls.ts'
import { addCardsAndEmail, type CardShop } from '../../../../tests/helpers/card-shop.ts'
import { changeContent } from '../../../../tests/helpers/content.ts'
import { contractClient } from '../../../../tests/helpers/contract-client.ts'
import { type Customer, orderOf } from '../../../../tests/helpers/customers.ts'
import { engines, migratedDatabase } from '../../../../tests/helpers/databases.ts'
import { factorCalls } from '../../../../tests/helpers/factor-calls.ts'
import { type Ask, alertCalls, idOf, itemCalls, reviewCalls } from '../../../../tests/helpers/item-calls.ts'
import { newsletterCalls } from '../../../../tests/helpers/newsletter-calls.ts'
import { notedCalls } from '../../../../tests/helpers/noted-payments.ts'
import { orderQueries } from '../../../../tests/helpers/order-queries.ts'
import { intentOf } from '../../../../tests/helpers/paying.ts'
import { fullScans } from '../../../../tests/helpers/query-plans.ts'
import { recordSql } from '../../../../tests/helpers/recorded-sql.ts'
import { openShopAt } from '../../../../tests/helpers/shop.ts'
import { unusedIndexes } from '../../../../tests/helpers/unused-indexes.ts'
import { readConfig } from '../../config.ts'
import { applyRetention } from '../../jobs/apply-retention.ts'
import { closeAccounts } from '../../jobs/close-accounts.ts'
import { finishErasures } from '../../jobs/finish-erasures.ts'
import { indexItems, indexOrders } from '../../jobs/index-search.ts'
import { notifyAdminsHourly } from '../../jobs/notify-admins-hourly.ts'
import { notifyRestocked } from '../../jobs/notify-restocked.ts'
import { reconcilePayments } from '../../jobs/reconcile-payments.ts'
import { releaseHolds } from '../../jobs/release-holds.ts'
import { removeUnusedPictures } from '../../jobs/remove-unused-pictures.ts'
import { sendOutbox } from '../../jobs/send-outbox.ts'
import * as linkedAccounts from '../../store/linked-accounts.ts'
import * as refunds from '../../store/refunds.ts'
import * as signInFlows from '../../store/sign-in-flows.ts'

const size = { items: 2000, users: 2000, orders: 4000, reviews: 2000 }
const day = 86_400_000

/**
 * Every request and every job finds its rows through an index, so none gets slower as the shop grows. No index is
 * unused: each one slows down every write.
 */
for (const engine of engines) {
  test(`no query reads a whole table [${engine}]`, async () => {
    const database = await migratedDatabase(engine)
    await grow(readConfig({ SHOP_MODE: 'live', ...database.environment }), size)
    const called = new Set<Endpoint>()
    const statements = await recordSql(database, async () => {
      const shop = await openShopAt(database, engine)
      const paying = await addCardsAndEmail(shop)
      try {
        await everyCall(
          paying,
          contractClient(paying, endpoint => called.add(endpoint)),
        )
        await runAdminSearches(paying)
        await signInWithProvider(paying)
        await refunds.listOf(paying.deps.db.read, 'pi_1')
        await everyJob(paying)
      } finally {
        await paying.closeCards()
        await shop.close()
      }
    })
    assert.deepEqual(
      endpoints.filter(endpoint => !called.has(endpoint)).map(({ method, path }) => `${method} ${path}`),
      [],
    )
    assert.ok(statements.length > 60, `only ${statements.length} statements were seen`)
    assert.deepEqual(await fullScans(database, statements), [])
    assert.deepEqual(await unusedIndexes(database, statements), [])
    await database.remove()
  })
}

async function everyCall(shop: CardShop, ask: Ask): Promise<void> {
  const admin = await shop.customer()
  await welcomeCalls(shop, ask, admin)
  const ann = await shop.customer()
  await itemCalls(shop, ask, admin)
  const paidFor = await orderCalls(shop, ask, ann, admin)
  await notedCalls(shop, ask, ann, admin)
  await ownCalls(ask, ann, admin, paidFor)
  await alertCalls(shop, ask, admin)
  await identityCalls(shop, ask)
  await factorCalls(ask, ann, shop.deps.now)
  const leaving = await shop.customer()
  await leaving.order(await shop.item())
  const after = await idOf(shop.deps.db, 'users')
  // A rare term of each kind of search first: it shows whether the index is used.
  for (const search of ['', '&search=quill', '&search=customer', '&search=ann+quill', '&search=%40'])
    for (const page of ['', `&after=${after}`])
      await ask(admin, contract.users.list, { query: `?limit=50${search}${page}` })
  await proveEmail(shop, ann)
  await ask(admin, contract.users.promote, { params: { email: ann.email } })
  await ask(admin, contract.users.demote, { params: { email: ann.email } })
  await ask(admin, contract.users.remove, { params: { email: leaving.email } })
  const back = { params: { email: leaving.email }, body: { removed: false } }
  await ask(admin, contract.users.bringBack, back)
  await ask(admin, contract.users.remove, { params: { email: leaving.email } })
  await auditCalls(ask, admin)
  await contentCalls(ask, admin)
  await newsletterCalls(shop, ask, admin)
  await openingDayCalls(ask, admin)
  await ownDataCalls(shop, ask, admin)
  assert.equal((await shop.call({ url: '/api/metrics' })).statusCode, 200)
}

async function openingDayCalls(ask: Ask, admin: Customer): Promise<void> {
  const { openingDay } = contract
  await ask(admin, openingDay.show)
  await ask(admin, openingDay.hide, { body: { isHidden: true } })
  await ask(admin, openingDay.sendTestEmail)
}

/** A live shop with email makes an account an admin only after its email address was confirmed. */
const proveEmail = ({ deps: { db, now } }: CardShop, { email }: Customer) =>
  db.write(tx =>
    tx
      .updateTable('users')
      .set({ email_verified_at: now() })
      .where('email', '=', email)
      .where('removed_at', 'is', null)
      .execute(),
  )

/** Returns the item that was paid for. */
async function orderCalls(shop: CardShop, ask: Ask, ann: Customer, admin: Customer): Promise<string> {
  const { orders, payments, refunds, taxes } = contract
  await changeContent(shop, { taxRates: [{ name: 'Standard', percent: 20, from: '2026-01-01' }] })
  const item = await shop.item({ price: 18.5 })
  const body = orderOf(item, ann.email, 1)
  const place = async (key: string) =>
    (await ask(ann, orders.place, { body, headers: { 'idempotency-key': key } })) as { _id: string }
  const { _id: id } = await place('first')
  await ask(admin, contract.ownNotices.choose, { body: { orders: 'each', lowStock: true } })
  await ask(admin, contract.ownNotices.read)
  await place('first')
  const after = await idOf(shop.deps.db, 'orders')
  for (const query of ['', `?after=${after}`]) {
    await ask(ann, orders.mine, { params: { email: ann.email }, query })
    await ask(admin, orders.mine, { params: { email: ann.email }, query })
    await ask(admin, orders.all, { query })
  }
  await ask(ann, orders.bag)
  await ask(ann, contract.pictures.ofItems, { query: `?ids=${item._id},${after}` })
  for (const query of orderQueries({ after, itemId: item._id })) await ask(admin, orders.all, { query })
  for (const query of ['', '?state=paid&from=2026-01-01', '?search=ann'])
    await ask(admin, orders.export, { query })
  await ask(ann, orders.one, { params: { id } })
  await ask(ann, payments.options)
  const intent = (await ask(ann, payments.createIntent, { body: { _id: id } })) as { clientSecret: string }
  const transactionId = intentOf(intent.clientSecret)
  await shop.charge(transactionId)
  await ask(ann, payments.confirm, { params: { id }, body: { bookingId: id, transactionId } })
  for (const who of [ann, admin]) {
    await ask(who, contract.invoices.list, { params: { id } })
    await ask(who, contract.invoices.pdf, { params: { id } })
  }
  await ask(admin, contract.invoices.seller)
  await ask(admin, contract.attention.list)
  await ask(admin, contract.ownNotices.choose, { body: { orders: 'hourly', lowStock: true } })
  await ask(admin, contract.insights.waiting)
  for (const days of periodLengths) await ask(admin, contract.insights.show, { query: `?days=${days}` })
  await ask(admin, orders.send, { body: { orders: [{ id, carrier: 'Post' }] } })
  await ask(admin, orders.timeline, { params: { id } })
  await ask(ann, orders.timeline, { params: { id } })
  await ask(admin, orders.unsend, { params: { id } })
  const refundInput = {
    body: { amount: 1, reason: 'Late', restock: 1 },
    headers: { 'idempotency-key': 'refund' },
  }
  for (const _ of ['asked', 'asked again']) await ask(admin, refunds.make, { params: { id }, ...refundInput })
  await ask(admin, refunds.list, { params: { id } })
  await ask(admin, taxes.report)
  for (const query of ['', '?from=2026-01-01&to=2026-02-01']) await ask(admin, taxes.export, { query })
  const second = await place('second')
  await ask(ann, payments.createIntent, { body: { _id: second._id } })
  for (const quantity of [3, 2])
    await ask(ann, orders.changeQuantity, { params: { id: second._id }, body: { quantity } })
  await ask(ann, orders.remove, { params: { id: second._id } })
  // Left open, one of them with a payment in progress: work for the jobs.
  const third = await place('third')
  const fourth = await place('fourth')
  await ask(ann, payments.createIntent, { body: { _id: third._id } })
  await ask(ann, payments.createIntent, { body: { _id: fourth._id, with: [third._id] } })
  await ask(ann, payments.createIntent, { body: { _id: fourth._id } })
  return item._id
}

async function ownCalls(ask: Ask, ann: Customer, admin: Customer, itemId: string): Promise<void> {
  const { profiles, users } = contract
  const profile = { name: 'Ann', address: 'a', education: 'e', linkedin: 'l', mobileNumber: '1' }
  const body = { ...profile, email: ann.email }
  const params = { email: ann.email }
  await ask(ann, profiles.create, { body })
  await ask(ann, profiles.replace, { body })
  await ask(ann, profiles.one, { params })
  await reviewCalls(ask, ann, admin, itemId)
  await ask(ann, users.isAdmin, { params })
}

/** The queries of signing in with Google or GitHub. Their pages have their own tests. */
async function signInWithProvider({ deps: { db, now } }: CardShop): Promise<void> {
  const user = await db.read.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
  const link = { provider: 'google', subject: '1', user_id: user.id, created_at: now() }
  const flow = { provider: 'google', code_verifier: 'v', nonce: 'n', next_path: '/', expires_at: now() + day }
  await linkedAccounts.findUser(db.read, 'google', '1')
  await db.write(async tx => {
    await linkedAccounts.link(tx, link)
    await linkedAccounts.claim(tx, user.id, now())
    await signInFlows.add(tx, { ...flow, state_hash: 's' })
    await signInFlows.take(tx, 's', 'google', now())
  })
}

async function everyJob({ deps, travel }: CardShop): Promise<void> {
  await sendOutbox(deps, deps.mail)
  assert.ok((await indexItems(deps)) > 0)
  await indexOrders(deps)
  travel(3 * day)
  await notifyAdminsHourly(deps)
  assert.ok((await notifyRestocked(deps)) > 0)
  await reconcilePayments(deps, deps.cards)
  assert.ok((await releaseHolds(deps)) > 0)
  await closeAccounts(deps)
  await finishErasures(deps)
  travel(400 * day)
  assert.ok((await applyRetention(deps)).unpaid_orders)
  await removeUnusedPictures(deps)
}
