import assert from 'node:assert/strict'
import { afterAll, test } from 'vitest'
import { mailboxPart } from '../../../sandbox/mailbox/part.ts'
import { openSandboxPart } from '../../../sandbox/test-part.ts'
import { SmtpMail } from './mail-smtp.ts'

const mailbox = await openSandboxPart(mailboxPart)
const mail = new SmtpMail({
  url: `smtp://127.0.0.1:${mailbox.context.smtpPort}`,
  needsTls: false,
  from: 'shop@tuckshop.example',
  replyTo: undefined,
})
afterAll(async () => {
  mail.close()
  await mailbox.close()
})

interface Received {
  subject: string
  from: string
  messageId: string
  envelope: { from: string; to: string[] }
}

const shop = { from: 'Corner Shop' }

const received = async () => (await (await fetch(`${mailbox.context.url}/mailbox.json`)).json()) as Received[]

/** Fails if the address is passed as text: an email for one recipient would go to two, one of them a stranger. */
test('an email goes to exactly one address, whatever characters it contains', async () => {
  const odd = 'ann,eve@example.com'
  await mail.send({
    ...shop,
    id: 'receipt 1',
    to: odd,
    subject: 'Hello\nBcc: eve@example.com',
    text: 'x',
    html: 'x',
  })
  await mail.send({ ...shop, id: 'receipt 2', to: 'bob@example.com', subject: 'Hello', text: 'x', html: 'x' })
  const [second, first, ...more] = await received()
  assert.deepEqual(more, [])
  assert.equal(first?.envelope.to.length, 1)
  assert.match(first?.envelope.to[0] ?? '', /ann,eve"?@example\.com$/)
  assert.deepEqual(second?.envelope, { ...second?.envelope, to: ['bob@example.com'] })
  assert.notEqual(first?.messageId, second?.messageId)
  for (const one of [first, second]) assert.match(one?.messageId ?? '', /^<[0-9a-f]{32}@tuckshop\.example>$/)
})
