import assert from 'node:assert/strict'
import {
  type CardShop,
  eventually,
  withCards,
  withCardsOnSqlite,
} from '../../../../../tests/helpers/card-shop.ts'
import { minute, readOrder, refundsOf } from '../../../../../tests/helpers/paying.ts'
import {
  actAtProvider,
  differences,
  entriesOf,
  paidOrder,
  refund,
  refundAmountsOf,
} from '../../../../../tests/helpers/refunding.ts'
import { onSqlite } from '../../../../../tests/helpers/shop.ts'
import { ProviderDown } from '../../../adapters/cards.ts'
import { comparePayments } from '../../../jobs/compare-payments.ts'
import { reconcilePayments } from '../../../jobs/reconcile-payments.ts'
import { sendOutbox } from '../../../jobs/send-outbox.ts'
import * as refunds from '../../../store/refunds.ts'

const reconcile = (shop: CardShop) => reconcilePayments(shop.deps, shop.deps.cards)

/** The provider works again, and everything due is retried. The first run may find that a key is spent. */
async function recoverProvider(shop: CardShop): Promise<void> {
  await shop.setCardFaults({
    dropReplyRefund: 0,
    saved500: 0,
    saved500AfterWork: 0,
    answer500: 0,
    outage: false,
  })
  for (const _ of ['first', 'second']) {
    shop.travel(minute)
    await reconcile(shop).catch(() => undefined)
  }
}

/** Fails if each try uses a new key, or all tries the same one; also if a provider error rolls back the refund's row. */
for (const [name, faults, onEngines] of [
  ['a lost reply', { dropReplyRefund: 2 }, withCards],
  ['a 500 that is kept under its key', { saved500: 1 }, withCardsOnSqlite],
  ['a 500 that is kept, though the work was done', { saved500AfterWork: 1 }, withCardsOnSqlite],
  ['a provider that is down', { outage: true }, withCardsOnSqlite],
] as const)
  onEngines(`${name}: the answer says that the refund is on its way, and it is made once`, async shop => {
    const { admin, ann, id, intent } = await paidOrder(shop)
    await shop.setCardFaults({ webhookDrop: true, faultsOn: 'refund', ...faults })
    const asked = await refund(admin, id, { amount: 5 }, 'key')
    assert.deepEqual([asked.statusCode, refundAmountsOf(asked.json())], [200, [0, 5, 57.5]], asked.body)
    assert.equal((await refund(admin, id, { amount: 57.51 })).json().left, 57.5, 'a requested refund counts')
    await recoverProvider(shop)
    assert.deepEqual(await refundsOf(shop, intent), [500])
    assert.deepEqual(refundAmountsOf(await readOrder(ann, id)), [5, 0, 57.5])
    assert.deepEqual(refundAmountsOf((await refund(admin, id, { amount: 5 }, 'key')).json()), [5, 0, 57.5])
    assert.deepEqual(await differences(shop), [])
  })

/** Seed 803028 of the simulation. Fails if an error that the provider has not stored spends the key. */
withCardsOnSqlite('a refund whose first request arrives last is made once', async shop => {
  const { admin, id, intent } = await paidOrder(shop)
  await shop.setCardFaults({ webhookDrop: true, faultsOn: 'refund', answer500: 2 })
  assert.equal((await refund(admin, id, { amount: 5 }, 'key')).statusCode, 200)
  const [asked] = await refunds.listOf(shop.deps.db.read, intent)
  assert.ok(asked && asked.succeeded_at === null)
  await recoverProvider(shop)
  assert.deepEqual(await refundsOf(shop, intent), [500])
  await shop.deps.cards.refund({ intentId: intent, refundId: asked.id, key: `${asked.id}-1`, amount: 500 })
  assert.deepEqual(await refundsOf(shop, intent), [500])
})

/** As when the shop is killed after recording the refund and before requesting it. */
const killDuringRefund = (shop: CardShop, during: 'before' | 'after'): (() => void) => {
  const { cards } = shop.deps
  const killed = new Error('The process is gone')
  shop.deps.cards = new Proxy(cards, {
    get(target, name: keyof typeof cards) {
      if (name === 'refund')
        return async (wanted: Parameters<typeof cards.refund>[0]) => {
          if (during === 'after') await target.refund(wanted)
          throw killed
        }
      const value = target[name]
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return () => {
    shop.deps.cards = cards
  }
}

/** Fails if the provider is asked before the refund is recorded: the money would go back twice. */
for (const during of ['before', 'after'] as const)
  withCards(`a refund that is cut off ${during} the provider was asked is made once`, async shop => {
    const { admin, ann, id, intent } = await paidOrder(shop)
    await shop.setCardFaults({ webhookDrop: true })
    const revive = killDuringRefund(shop, during)
    assert.equal((await refund(admin, id, { amount: 5 }, 'key')).statusCode, 500)
    revive()
    const again = await refund(admin, id, { amount: 5 }, 'key')
    assert.deepEqual([again.statusCode, refundAmountsOf(again.json())], [200, [5, 0, 57.5]], again.body)
    const second = killDuringRefund(shop, during)
    assert.equal((await refund(admin, id, { amount: 7 })).statusCode, 500)
    second()
    await recoverProvider(shop)
    assert.deepEqual((await refundsOf(shop, intent)).sort(), [500, 700])
    assert.deepEqual(refundAmountsOf(await readOrder(ann, id)), [12, 0, 50.5])
  })

/** Fails if a key is reused forever: the provider forgets it after a day and would refund twice. */
withCardsOnSqlite('a refund with a reply lost days ago is looked up before it is retried', async shop => {
  const { admin, ann, id, intent } = await paidOrder(shop)
  await shop.setCardFaults({ webhookDrop: true })
  const { cards } = shop.deps
  let calls = 0
  shop.deps.cards = new Proxy(cards, {
    get(target, name: keyof typeof cards) {
      if (name === 'refund')
        return async (wanted: Parameters<typeof cards.refund>[0]) => {
          calls++
          await target.refund({ ...wanted, key: `${wanted.key} forgotten ${calls}` })
          throw new ProviderDown(new Error('lost'), false)
        }
      const value = target[name]
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  assert.deepEqual(refundAmountsOf((await refund(admin, id, { amount: 5 })).json()), [0, 5, 57.5])
  shop.travel(2 * 24 * 60 * minute)
  await reconcile(shop)
  assert.deepEqual([calls, await refundsOf(shop, intent)], [1, [500]])
  assert.deepEqual(refundAmountsOf(await readOrder(ann, id)), [5, 0, 57.5])
})

const subjects = async (shop: CardShop, to: string) => {
  await sendOutbox(shop.deps, shop.deps.mail)
  return (await shop.mails(to)).map(({ subject }) => subject)
}

/**
 * Fails if it stays due forever, if the remaining amount is refunded instead, or if its units stay on the shelf and a
 * second request adds them again.
 */
withCardsOnSqlite('a refund that exceeds the rest after a refund at the provider is canceled', async shop => {
  const { admin, ann, id, intent } = await paidOrder(shop)
  await shop.setCardFaults({ outage: true, faultsOn: 'refund' })
  await refund(admin, id, { amount: 40, restock: 3 })
  await actAtProvider(shop, intent, 'refund', { amount: 3000 })
  await eventually(async () => (await readOrder(ann, id)).refundedAmount === 30, 'the refund by hand')
  await recoverProvider(shop)
  const order = await readOrder(ann, id)
  assert.deepEqual([refundAmountsOf(order), order.refundFailedAt], [[30, 0, 32.5], null])
  assert.equal(order.restockedQuantity, 0, 'no money went back, and so no units came back')
  const { status, failure } = (await entriesOf(admin, id)).find(({ by }) => by === admin.email) ?? {}
  assert.equal(status, 'failed')
  assert.match(failure ?? '', /greater than unrefunded amount/)
  assert.deepEqual((await admin.call('GET', '/api/attention')).json(), [])
  assert.ok((await subjects(shop, admin.email)).includes('A refund of $40 failed'))
  assert.deepEqual(
    (await subjects(shop, ann.email)).filter(subject => /did not arrive/.test(subject)),
    [],
  )
  assert.deepEqual(refundAmountsOf((await refund(admin, id)).json()), [62.5, 0, 0])
  assert.deepEqual((await refundsOf(shop, intent)).sort(), [3000, 3250])
  assert.deepEqual(await differences(shop), [])
})

withCardsOnSqlite('a refund made at the provider is reported with the amount left', async shop => {
  const { admin, ann, id, intent } = await paidOrder(shop)
  const { itemId } = await readOrder(ann, id)
  await shop.setCardFaults({ webhookDrop: true })
  await actAtProvider(shop, intent, 'refund', { amount: 6000 })
  const tooMuch = (await refund(admin, id, { amount: 40, restock: 1 })).json()
  assert.deepEqual([tooMuch.code, tooMuch.left], ['amount_too_high', 2.5])
  assert.doesNotMatch(tooMuch.detail, /shelf/)
  assert.equal((await admin.call('GET', `/api/item/${itemId}`)).json().availableQuantity, 5)
  await actAtProvider(shop, intent, 'refund')
  assert.equal((await refund(admin, id)).json().code, 'nothing_to_refund')
  assert.deepEqual((await refundsOf(shop, intent)).sort(), [250, 6000])
  assert.deepEqual(await differences(shop), [])
})

withCardsOnSqlite('a refund that is pending, succeeds and then fails has the right status', async shop => {
  const { admin, ann, id, intent } = await paidOrder(shop)
  await shop.setCardFaults({ refundStatus: 'pending' })
  assert.deepEqual(refundAmountsOf((await refund(admin, id, { restock: true })).json()), [0, 62.5, 0])
  assert.equal((await refund(admin, id)).json().code, 'nothing_to_refund')
  const { data } = (await shop.readFromProvider(`refunds?payment_intent=${intent}`)) as {
    data: { id: string }[]
  }
  const made = data[0]?.id ?? ''
  await actAtProvider(shop, made, 'succeed')
  await eventually(async () => (await readOrder(ann, id)).state === 'refunded', 'the end of it')
  await actAtProvider(shop, made, 'fail')
  await eventually(async () => (await readOrder(ann, id)).refundFailedAt !== null, 'the failure')
  const failed = await readOrder(ann, id)
  assert.deepEqual(
    [failed.state, refundAmountsOf(failed), failed.restockedQuantity],
    ['paid', [0, 0, 62.5], 5],
  )
  await shop.setCardFaults({ refundStatus: 'succeeded' })
  const again = (await refund(admin, id)).json()
  assert.deepEqual([again.state, again.refundFailedAt], ['refunded', null], 'it makes up for the first')
  assert.deepEqual(await differences(shop), [])
})

/** Fails if only the provider's list is compared: money that never went back would count as refunded. */
withCards('the comparison agrees on refunds made by the shop, at the provider, and both', async shop => {
  const [own, theirs, both] = [await paidOrder(shop), await paidOrder(shop), await paidOrder(shop)]
  await shop.setCardFaults({ webhookDrop: true })
  await refund(own.admin, own.id, { amount: 5 })
  await refund(both.admin, both.id, { amount: 5 })
  assert.deepEqual(await differences(shop), [])
  await actAtProvider(shop, theirs.intent, 'refund', { amount: 700 })
  await actAtProvider(shop, both.intent, 'refund', { amount: 900 })
  assert.equal((await differences(shop)).length, 2)
  await refund(both.admin, both.id, { amount: 1 })
  assert.deepEqual(await comparePayments(shop.deps, shop.deps.cards), [])
  assert.deepEqual(await differences(shop), [])
  const sums = await Promise.all(
    [own, theirs, both].map(async ({ ann, id }) => refundAmountsOf(await readOrder(ann, id))),
  )
  assert.deepEqual(sums, [
    [5, 0, 57.5],
    [7, 0, 55.5],
    [15, 0, 47.5],
  ])
  await shop.deps.db.write(tx =>
    tx.updateTable('refunds').set({ provider_id: 're_invented' }).where('order_id', '=', own.id).execute(),
  )
  assert.ok((await differences(shop)).some(sentence => /re_invented was made, but/.test(sentence)))
})

/** Fails if only the first page of the provider's list is read: an earlier attempt on page two would be repeated. */
withCards(
  'all refunds of a payment are found, also beyond the provider’s first page',
  async shop => {
    const { ann, id, intent } = await paidOrder(shop)
    await shop.setCardFaults({ webhookDrop: true })
    for (let n = 0; n < 101; n++) await actAtProvider(shop, intent, 'refund', { amount: 1 })
    assert.equal((await differences(shop)).length, 1)
    await comparePayments(shop.deps, shop.deps.cards)
    assert.deepEqual(refundAmountsOf(await readOrder(ann, id)), [1.01, 0, 61.49])
  },
  onSqlite,
)
