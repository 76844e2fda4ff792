import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Life, runUntil } from './clock.ts'
import { EventLog } from './event-log.ts'
import { Mailbox } from './mailbox.ts'
import { randomOf } from './random.ts'

const message = {
  id: 'receipt 1',
  from: 'A shop',
  to: 'ann@mail.example',
  subject: 'Hello',
  text: 'Hello.',
  html: '',
}

/** Brings the message with each of these shops, one after the other, and returns the rules that were broken. */
async function rulesAfter(acceptThenFail: number, shops: readonly Life[]): Promise<string[]> {
  const log = new EventLog(() => [])
  const mailbox = new Mailbox(randomOf('7'), { refuse: 0, acceptThenFail, outagesPerDay: 0 }, log)
  let isOver = false
  const sending = (async () => {
    for (const shop of shops)
      await mailbox
        .senderFor(shop)
        .send(message)
        .catch(() => undefined)
    isOver = true
  })()
  await runUntil(() => isOver)
  await sending
  assert.equal(mailbox.mailsTo(message.to).length, 1, 'a mailbox shows a message once')
  return log.complaints.map(({ rule }) => rule)
}

test('an email may come twice only if its shop has crashed, or was told that sending failed', async () => {
  const [shop, next] = [new Life('shop 1'), new Life('shop 2')]
  assert.deepEqual(await rulesAfter(0, [shop, shop]), ['email once'])
  assert.deepEqual(await rulesAfter(0, [shop, next]), [])
  assert.deepEqual(await rulesAfter(1, [shop, shop]), [])
})
