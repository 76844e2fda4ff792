import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'vitest'
import { googlePart } from './google/part.ts'
import { imgbbPart } from './imgbb/part.ts'
import { mailboxPart } from './mailbox/part.ts'
import { stripePart } from './stripe/part.ts'
import { openSandboxPart } from './test-part.ts'

type Headers = Record<string, string>

const send = async (url: string, method: string, headers: Headers) =>
  (await fetch(url, { method, headers: { 'content-type': 'application/json', ...headers }, body: '{}' }))
    .status

/** Fails if only the card pages check the origin: every website could empty the mailbox or set a fault switch. */
test('a page of another site cannot change anything in the sandbox', async t => {
  const endpoints: [Parameters<typeof openSandboxPart>[0], string, string][] = [
    [mailboxPart, 'POST', '/mailbox/empty'],
    [mailboxPart, 'DELETE', '/mailbox.json'],
    [mailboxPart, 'PUT', '/mailbox/faults'],
    [googlePart, 'POST', '/google/faults'],
    [imgbbPart, 'PUT', '/imgbb/faults'],
    [stripePart, 'POST', '/stripe/faults/reset'],
  ]
  for (const [part, method, path] of endpoints) {
    const { context, close } = await openSandboxPart(part)
    t.onTestFinished(close)
    const ask = (headers: Headers) => send(context.url + path, method, headers)
    const foreign: Headers[] = [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:1' },
      { origin: `${context.url}.evil.example` },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'http://localhost:1' },
    ]
    for (const headers of foreign) assert.equal(await ask(headers), 403, `${path} ${JSON.stringify(headers)}`)
    const fine: Headers[] = [
      {},
      { origin: context.url },
      { origin: context.url, 'sec-fetch-site': 'same-origin' },
    ]
    for (const headers of fine) assert.ok((await ask(headers)) < 400, `${path} ${JSON.stringify(headers)}`)
  }
})

test('pages of the shop can call the provider APIs', async () => {
  const origin = { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'cross-site' }
  for (const [part, path] of [
    [stripePart, '/v1/payment_intents/pi_1/confirm'],
    [imgbbPart, '/imgbb/1/upload?key=x'],
  ] as const) {
    const { context, close } = await openSandboxPart(part)
    const status = await send(context.url + path, 'POST', origin)
    await close()
    assert.notEqual(status, 403, path)
  }
})

/** Not with fetch(), which sets the Host header itself. */
const statusFor = (url: string, host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(url, { headers: { host } }, answer => resolve(answer.resume().statusCode))
      .once('error', reject)
      .end()
  })

/** At 6ceb9a3 a site whose name resolves to this machine could read the mailbox, including password reset links. */
test('the sandbox cannot be read under another host name', async t => {
  for (const [part, path] of [
    [mailboxPart, '/mailbox.json'],
    [mailboxPart, '/mailbox'],
    [stripePart, '/stripe'],
    [stripePart, '/v1/payment_intents'],
  ] as const) {
    const { context, close } = await openSandboxPart(part)
    t.onTestFinished(close)
    const { port } = new URL(context.url)
    const url = context.url + path
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      `localhost.evil.example:${port}`,
      '169.254.1.1',
    ])
      assert.equal(await statusFor(url, host), 403, `${path} at ${host}`)
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, 'localhost'])
      assert.notEqual(await statusFor(url, host), 403, `${path} at ${host}`)
  }
})
