import assert from 'node:assert/strict'
import { allEmails } from '../../../tests/helpers/outbox-emails.ts'
import { onBothEngines, onSqlite, type TestShop } from '../../../tests/helpers/shop.ts'
import { type Mail, RecipientRefused } from '../adapters/mail.ts'
import * as outbox from '../store/outbox.ts'
import { sendOutbox } from './send-outbox.ts'

const hours = 3_600_000

/** A mail server that refuses everything while it is down, and records the attempts. */
class Server implements Mail {
  down = true
  readonly asked: string[] = []

  async send({ id }: { id: string }): Promise<void> {
    this.asked.push(id)
    if (this.down) throw new Error('try again later')
  }

  close(): void {}
}

const write = (shop: TestShop, id: string) =>
  shop.deps.db.write(tx =>
    outbox.add(
      tx,
      { id, recipient: 'ann@example.com', user_id: null, subject: 'x', text_body: 'x', html_body: 'x' },
      shop.deps.now(),
    ),
  )

const outcomeOf = async (shop: TestShop) => {
  const [message] = await allEmails(shop.deps.db.read)
  return message?.given_up_at ? 'given up' : message?.sent_at ? 'sent' : 'waiting'
}

/** Fails if an email is given up immediately or never, or if it is sent after it was given up. */
onBothEngines('an email is given up after sixty attempts', async shop => {
  const server = new Server()
  await write(shop, 'receipt 1')
  const triesOnceMore = async () => {
    assert.equal(await outcomeOf(shop), 'waiting')
    await assert.rejects(sendOutbox(shop.deps, server))
    shop.travel(2 * hours)
  }
  await triesOnceMore()
  await triesOnceMore()
  // The 56 attempts in between are like the first two.
  await shop.deps.db.write(tx => tx.updateTable('outbox').set({ tries: 58 }).execute())
  await triesOnceMore()
  await triesOnceMore()
  assert.equal(await outcomeOf(shop), 'given up')
  server.down = false
  shop.travel(100 * hours)
  await sendOutbox(shop.deps, server)
  assert.equal(server.asked.length, 4)
  assert.equal(await outcomeOf(shop), 'given up')
})

/** Fails if one run tries an email twice, or does not report its failure. */
onSqlite('each run tries an email once, and a failed one does not block the others', async shop => {
  const server = new Server()
  for (const id of ['a', 'b', 'c']) await write(shop, id)
  await assert.rejects(sendOutbox(shop.deps, server), /could not be sent yet/)
  assert.deepEqual(server.asked.sort(), ['a', 'b', 'c'])
  server.down = false
  await sendOutbox(shop.deps, server)
  assert.equal(server.asked.length, 3, 'not before its pause is over')
  shop.travel(hours)
  await sendOutbox(shop.deps, server)
  await sendOutbox(shop.deps, server)
  assert.deepEqual(server.asked.sort(), ['a', 'a', 'b', 'b', 'c', 'c'])
})

/** Fails if it is tried sixty times like any other, with an error in the log each time. */
onBothEngines('an email with a permanently refused recipient is given up with one warning', async shop => {
  const asked: string[] = []
  const server: Mail = {
    close: () => undefined,
    async send({ id }) {
      asked.push(id)
      if (id.startsWith('reset')) throw new RecipientRefused('550 no such user …@…')
    },
  }
  await write(shop, 'reset 1 secret')
  const warnings: string[] = []
  const run = () => sendOutbox(shop.deps, server, undefined, sentence => warnings.push(sentence))
  await run()
  assert.equal(await outcomeOf(shop), 'given up')
  await write(shop, 'receipt 2')
  shop.travel(100 * hours)
  await run()
  assert.deepEqual(asked, ['reset 1 secret', 'receipt 2'])
  assert.deepEqual(warnings, [
    'The mail server permanently refused an email (reset), so the shop stopped trying: 550 no such user …@…',
  ])
})
