import assert from 'node:assert/strict'
import { test } from 'vitest'
import { eventually } from '../../../tests/helpers/card-shop.ts'
import { migratedDatabase } from '../../../tests/helpers/databases.ts'
import { type OpenedShop, openShopAt } from '../../../tests/helpers/shop.ts'
import type { Mail } from '../adapters/mail.ts'
import { brokenInvariants } from '../books/invariants.ts'
import * as outbox from '../store/outbox.ts'
import { releaseHolds } from './release-holds.ts'
import { sendOutbox } from './send-outbox.ts'

function onTwoShops(title: string, body: (one: OpenedShop, other: OpenedShop) => Promise<void>): void {
  test(title, async () => {
    const database = await migratedDatabase('postgres')
    const [one, other] = [await openShopAt(database, 'postgres'), await openShopAt(database, 'postgres')]
    try {
      await body(one, other)
      assert.deepEqual(await brokenInvariants(one.deps.db.read), [])
    } finally {
      await one.close()
      await other.close()
      await database.remove()
    }
  })
}

/** If outbox.lease does not change next_try_at, both send the same emails. */
onTwoShops('two processes share the outbox: each email is sent once', async (one, other) => {
  const ids = Array.from({ length: 40 }, (_, n) => `email ${n}`)
  const words = {
    user_id: null,
    recipient: 'ann@example.com',
    subject: 'Hello',
    text_body: 'Text',
    html_body: '<p>HTML</p>',
  }
  for (const id of ids) await one.deps.db.write(tx => outbox.add(tx, { id, ...words }, 1))
  const sent: string[][] = [[], []]
  const mailOf = (mine: number): Mail => ({
    close: () => undefined,
    async send({ id }) {
      sent[mine]?.push(id)
      await eventually(
        async () => sent.every(({ length }) => length > 0),
        'the other process to take an email',
      )
    },
  })
  await Promise.all([sendOutbox(one.deps, mailOf(0)), sendOutbox(other.deps, mailOf(1))])
  assert.deepEqual(sent.flat().sort(), ids.sort())
})

/** Fails if the same hold returns its stock twice. */
onTwoShops('two processes release each hold once', async (one, other) => {
  const item = await one.item({ availableQuantity: 500 })
  const buyers = await Promise.all(Array.from({ length: 30 }, () => one.customer()))
  for (const buyer of buyers) for (let n = 0; n < 8; n++) await buyer.order(item)
  for (const shop of [one, other]) shop.travel(shop.deps.config.holdMs + 1000)
  const released = await Promise.all([
    releaseHolds(one.deps),
    releaseHolds(other.deps),
    releaseHolds(one.deps),
  ])
  assert.equal(
    released.reduce((sum, count) => sum + count, 0),
    240,
  )
})
