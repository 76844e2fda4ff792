import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { test } from 'vitest'
import { plainError } from '../http/log.ts'
import { RecipientRefused } from './mail.ts'
import { SmtpMail } from './mail-smtp.ts'

const sender = { from: 'shop@tuckshop.example', replyTo: undefined }
const message = { id: 'x', from: 'Corner, Shop', to: 'ann@example.com', subject: 'x', text: 'x', html: 'x' }

/** Fails if requireTLS is an option beside the address: the address takes precedence. */
test('if TLS is required, a mail server without it gets neither the password nor the email', async () => {
  const seen: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username }, _, done) {
      seen.push(`signed in: ${username}`)
      done(null, { user: username })
    },
    onData(stream, _, done) {
      stream.resume().once('end', () => done())
      seen.push('an email')
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const address = `smtp://shop:password@127.0.0.1:${port}`
  for (const url of [address, `${address}?ignoreTLS=true`, `${address}?requireTLS=false`]) {
    const mail = new SmtpMail({ url, needsTls: true, ...sender })
    await assert.rejects(mail.send(message), /TLS/)
    mail.close()
  }
  assert.deepEqual(seen, [])
  const mail = new SmtpMail({ url: address, needsTls: false, ...sender })
  await mail.send(message)
  assert.deepEqual(seen, ['signed in: shop', 'an email'])
  mail.close()
  await new Promise<void>(resolve => server.close(resolve))
})

/** In 6ceb9a3 the log contained the recipient that the mail server had refused. */
test('a refusal contains the reason, and not the recipient', async t => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, done) => done(new Error(`<${address}>: mailbox of ${address} is full`)),
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  t.onTestFinished(() => new Promise<void>(resolve => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  const mail = new SmtpMail({ url: `smtp://127.0.0.1:${port}`, needsTls: false, ...sender })
  t.onTestFinished(() => mail.close())
  await assert.rejects(mail.send(message), (error: Error) => {
    assert.match(error.message, /<…@…>: mailbox of …@… is full/)
    assert.doesNotMatch(JSON.stringify(plainError(error)), /ann|example\.com/)
    return true
  })
})

const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })

/** Fails if they are not distinguished: an address that does not exist would be tried sixty times. */
test('permanent refusals are distinguished from temporary ones and from those about the shop', async t => {
  let answers: { sender?: Error; recipient?: Error; data?: Error; auth?: Error } = {}
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_, __, done) => (answers.auth ? done(answers.auth) : done(null, { user: 'shop' })),
    onMailFrom: (_, __, done) => done(answers.sender),
    onRcptTo: (_, __, done) => done(answers.recipient),
    onData: (stream, _, done) => void stream.resume().once('end', () => done(answers.data)),
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  t.onTestFinished(() => new Promise<void>(resolve => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  const url = `smtp://shop:password@127.0.0.1:${port}`
  const isPermanent = async (given: typeof answers) => {
    answers = given
    const mail = new SmtpMail({ url, needsTls: false, ...sender })
    const error = await mail.send(message).catch((reason: unknown) => reason)
    mail.close()
    assert.ok(error instanceof Error)
    assert.doesNotMatch(JSON.stringify(plainError(error)), /ann|example\.com/)
    return error instanceof RecipientRefused
  }
  const unknown = refusal(550, '5.1.1 <ann@example.com>: no such user')
  assert.equal(await isPermanent({ recipient: unknown }), true)
  assert.equal(await isPermanent({ data: refusal(552, '5.3.4 too large for this mailbox') }), true)
  assert.equal(await isPermanent({ recipient: refusal(450, '4.2.1 try again later') }), false)
  assert.equal(await isPermanent({ data: refusal(451, '4.3.0 try again later') }), false)
  assert.equal(await isPermanent({ sender: refusal(550, '5.1.8 who is that?') }), false)
  assert.equal(await isPermanent({ auth: refusal(535, '5.7.8 wrong password') }), false)
  assert.equal(await isPermanent({ recipient: refusal(530, 'sign in first') }), false)
  assert.equal(await isPermanent({ recipient: refusal(554, '5.7.1 Relay access denied') }), false)
})

/** Fails if the sender is always at the shop's host: a real server refuses senders that the account does not own. */
test('an email has the sender of the settings, the shop’s name and the reply address', async t => {
  const envelopes: string[] = []
  const messages: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope }, done) {
      envelopes.push(envelope.mailFrom ? envelope.mailFrom.address : '')
      messages.push(await PostalMime.parse(await buffer(stream)))
      done()
    },
  })
  server.listen(0, '127.0.0.1')
  t.onTestFinished(() => new Promise<void>(resolve => server.close(resolve)))
  await once(server.server, 'listening')
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  for (const replyTo of ['help@shop.example', undefined]) {
    const mail = new SmtpMail({ url, needsTls: false, from: 'orders@shop.example', replyTo })
    await mail.send(message)
    mail.close()
  }
  const [first, second] = messages
  assert.deepEqual(envelopes, Array(2).fill('orders@shop.example'))
  assert.deepEqual(first?.from, { name: 'Corner, Shop', address: 'orders@shop.example' })
  assert.deepEqual(first?.replyTo, [{ name: 'Corner, Shop', address: 'help@shop.example' }])
  assert.match(first?.messageId ?? '', /@shop\.example>$/)
  assert.equal(second?.replyTo, undefined)
})
