import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import { type Opened, openSandboxPart, setFaults } from '../test-part.ts'
import type { Mail } from './mails.ts'
import { mailboxPart } from './part.ts'

let sandbox: Opened
beforeAll(async () => {
  sandbox = await openSandboxPart(mailboxPart)
})
afterAll(() => sandbox.close())
beforeEach(() => fetch(`${sandbox.context.url}/mailbox.json`, { method: 'DELETE' }))

const smtp = (more: object = {}) =>
  createTransport({ host: 'localhost', port: sandbox.context.smtpPort, secure: false, ...more })

const order = {
  from: '"Tuckshop" <shop@tuckshop.example>',
  to: 'ada@lindqvist.example',
  subject: 'Your order – thank you ✓',
  text: 'See https://localhost:3000/orders/7 & <be> well.',
  html: '<html><head><title>x</title></head><body><p onclick="x()">See <a href="/">it</a></p><script>alert(1)</script></body></html>',
}

async function mails(to?: string): Promise<Mail[]> {
  const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`
  return (await (await fetch(`${sandbox.context.url}/mailbox.json${query}`)).json()) as Mail[]
}

const faults = (wanted: Record<string, number>) => setFaults(`${sandbox.context.url}/mailbox/faults`, wanted)

test('a mail is stored with its envelope, headers and content', async () => {
  const sent = await smtp().sendMail({ ...order, bcc: 'books@tuckshop.example' })
  const [mail, ...others] = await mails()
  assert.ok(mail)
  assert.equal(others.length, 0)
  assert.equal(mail.from, 'Tuckshop <shop@tuckshop.example>')
  assert.deepEqual(mail.to, ['ada@lindqvist.example'])
  assert.deepEqual(mail.envelope.to, ['ada@lindqvist.example', 'books@tuckshop.example'])
  assert.equal(mail.subject, order.subject)
  assert.equal(mail.text.trim(), order.text)
  assert.match(mail.html, /<p onclick/)
  assert.equal(mail.messageId, sent.messageId)
  assert.ok(mail.headers.some(({ name, value }) => name === 'Message-ID' && value === sent.messageId))
})

test('mails are listed newest first, by recipient, as a page and as JSON; DELETE removes them all', async () => {
  const transport = smtp({ pool: true, auth: { user: 'anybody', pass: 'anything' } })
  for (const [to, subject] of [
    ['a@x.example', 'one'],
    ['B@x.example', 'two'],
    ['a@x.example', 'three'],
  ])
    await transport.sendMail({ ...order, to, subject })
  transport.close()
  assert.deepEqual(
    (await mails()).map(({ subject }) => subject),
    ['three', 'two', 'one'],
  )
  assert.deepEqual(
    (await mails('A@X.example')).map(({ subject }) => subject),
    ['three', 'one'],
  )
  const page = await (await fetch(`${sandbox.context.url}/mailbox?to=b@x.example`)).text()
  assert.match(page, />two</)
  assert.doesNotMatch(page, />three</)
  assert.equal((await fetch(`${sandbox.context.url}/mailbox.json`, { method: 'DELETE' })).status, 204)
  assert.deepEqual(await mails(), [])
})

test('a mail is shown in a sandboxed frame, and as text with links', async () => {
  await smtp().sendMail(order)
  const [mail] = await mails()
  const page = await (await fetch(`${sandbox.context.url}/mailbox/${mail?.id}`)).text()
  assert.match(page, /<iframe[^>]+sandbox="allow-popups allow-popups-to-escape-sandbox"/)
  assert.match(page, /<a href="https:\/\/localhost:3000\/orders\/7"/)
  assert.match(page, /&#60;be&#62; well/)
  const frame = await fetch(`${sandbox.context.url}/mailbox/${mail?.id}/html`)
  const policy = frame.headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /sandbox allow-popups/)
  assert.doesNotMatch(policy, /script/)
  assert.match(await frame.text(), /<head><base target="_blank">/)
  assert.equal((await fetch(`${sandbox.context.url}/mailbox/none`)).status, 404)
})

test('a PDF attachment opens inline, and any other is downloaded', async () => {
  const pdf = Buffer.from('%PDF-1.7 \u0000\u00ff', 'latin1')
  await smtp().sendMail({
    ...order,
    attachments: [
      { filename: 'INV-1001.pdf', content: pdf, contentType: 'application/pdf' },
      { filename: 'ähm".html', content: '<script>alert(1)</script>', contentType: 'text/html' },
    ],
  })
  const [mail] = await mails()
  const page = await (await fetch(`${sandbox.context.url}/mailbox/${mail?.id}`)).text()
  const links = [...page.matchAll(/href="(\/mailbox\/[^"]+\/attachments\/\d)"/g)].map(([, link]) => link)
  assert.equal(links.length, 2)
  const [first, second] = await Promise.all(links.map(link => fetch(`${sandbox.context.url}${link}`)))
  assert.ok(first && second)
  assert.deepEqual(Buffer.from(await first.arrayBuffer()), pdf)
  assert.match(first.headers.get('content-disposition') ?? '', /^inline; filename\*=UTF-8''INV-1001\.pdf$/)
  assert.match(
    second.headers.get('content-disposition') ?? '',
    /^attachment; filename\*=UTF-8''%C3%A4hm%22\.html$/,
  )
  assert.equal(second.headers.get('x-content-type-options'), 'nosniff')
  for (const other of ['2', '-1', 'x', '0.5'])
    assert.equal((await fetch(`${sandbox.context.url}/mailbox/${mail?.id}/attachments/${other}`)).status, 404)
})

test('the next mails can be rejected temporarily or permanently', async () => {
  await faults({ rejectTemporarily: 2, rejectForever: 1 })
  const codes = []
  for (let i = 0; i < 4; i++)
    codes.push(
      await smtp()
        .sendMail(order)
        .then(
          () => 250,
          (error: { responseCode: number }) => error.responseCode,
        ),
    )
  assert.deepEqual(codes, [451, 451, 550, 250])
  assert.equal((await mails()).length, 1)
})

test('a connection can break after the mail was stored, so that the sender gets no reply', async () => {
  await faults({ dropAfterData: 1 })
  await assert.rejects(smtp().sendMail(order), (error: { responseCode?: number }) => {
    assert.equal(error.responseCode, undefined)
    return true
  })
  assert.equal((await mails()).length, 1)
})

test('a mail that is sent twice is shown twice, and the second is marked as a copy', async () => {
  const twice = { ...order, messageId: '<email-7@shop.example>' }
  await smtp().sendMail(twice)
  await smtp().sendMail(twice)
  const [second, first] = await mails()
  assert.deepEqual([first?.copyOf, second?.copyOf], [null, first?.id])
  assert.match(await (await fetch(`${sandbox.context.url}/mailbox`)).text(), /sent twice/)
})

/** Fails if all mails without a Message-ID count as the same mail. */
test('mails without a Message-ID are not copies of each other', async () => {
  const envelope = { from: 'shop@shop.example', to: ['ann@example.com'] }
  for (const subject of ['One', 'Two'])
    await smtp().sendMail({ envelope, raw: `From: shop@shop.example\r\nSubject: ${subject}\r\n\r\nx\r\n` })
  const found = await mails()
  assert.deepEqual(
    found.map(({ subject, copyOf }) => [subject, copyOf]),
    [
      ['Two', null],
      ['One', null],
    ],
  )
})

test('a slow mailbox stores a mail long before it replies', async () => {
  const other = await openSandboxPart(mailboxPart)
  await setFaults(`${other.context.url}/mailbox/faults`, { delayMs: 999_999 })
  const sending = assert.rejects(
    createTransport({ host: '127.0.0.1', port: other.context.smtpPort }).sendMail(order),
  )
  const box = async () => (await (await fetch(`${other.context.url}/mailbox.json`)).json()) as Mail[]
  while ((await box()).length === 0) await setImmediate()
  await other.close()
  await sending
})

test('closing does not wait for open connections', async () => {
  const other = await openSandboxPart(mailboxPart)
  const transport = createTransport({ host: '127.0.0.1', port: other.context.smtpPort, pool: true })
  await transport.sendMail(order)
  await other.close()
  transport.close()
})
