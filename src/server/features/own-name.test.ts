import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { tokensFor, validRequest, withToken } from '../../../tests/helpers/access-table.ts'
import { type CardShop, withCards } from '../../../tests/helpers/card-shop.ts'
import { changeContent } from '../../../tests/helpers/content.ts'
import { confirmed } from '../../../tests/helpers/customers.ts'
import { placePaidOrder } from '../../../tests/helpers/paying.ts'
import { textsIn } from '../../../tests/helpers/pdf-text.ts'
import { newAdmin, onBothEngines, onSqlite, userIdOf } from '../../../tests/helpers/shop.ts'
import { smallWeb } from '../../../tests/helpers/small-web.ts'
import { buildApp } from '../app.ts'
import { confirmAddressEmail, resetPasswordEmail } from '../emails/account-emails.ts'
import { lowStockNotice, paidNotice, paidSummary, testEmail } from '../emails/admin-emails.ts'
import {
  alreadySubscribedEmail,
  confirmSubscriptionEmail,
  subscribedEmail,
} from '../emails/newsletter-emails.ts'
import { notifyOwner } from '../emails/notify-account-owner.ts'
import {
  buyerOf,
  parcelNotice,
  receipt,
  refundFailure,
  refundFailureForAdmin,
  refundNotice,
} from '../emails/payment-emails.ts'
import { alertConfirmation, backInStock } from '../emails/stock-alert-emails.ts'
import { sendOutbox } from '../jobs/send-outbox.ts'
import { servePages } from '../pages/pages.ts'
import * as outbox from '../store/outbox.ts'
import { iconPaths, serveIcons } from './icons/serve-icons.ts'

const name = 'Atelier Lumière'
const settings = {
  SHOP_NAME: name,
  SHOP_ADDRESS: '3 Rue Neuve, 69002 Lyon',
  SHOP_TAX_ID: 'FR 12',
  PUBLIC_URL: 'https://lumiere.example',
}

const demoWords = /tuckshop|Henrik|Aalto|Ida Moreau/i

/**
 * Names of the software, as other programs read them: cookies, metrics and the types of problems; and the card key of
 * the sandbox.
 */
const identifiers = /urn:tuckshop:problem:|\b(__Host-|pk_test_)?tuckshop_[a-z_]+/g

const assertOwn = (text: string, what: string) =>
  assert.doesNotMatch(text.replace(identifiers, ''), demoWords, what)

const assertOwnAnswer = ({ headers, body }: LightMyRequestResponse, what: string) =>
  assertOwn(JSON.stringify(headers) + body, what)

const onEngines = (title: string, body: (shop: CardShop) => Promise<void>, engines: typeof onBothEngines) =>
  withCards(title, body, (words, test) => engines(words, test, settings))

onEngines(
  'a live shop of somebody else never says Tuckshop: calls',
  async shop => {
    for (const endpoint of endpoints) {
      const owner = await shop.customer()
      const tokens = await tokensFor(shop, owner, endpoint.who)
      for (const caller of ['nobody', 'owner', 'admin'] as const) {
        const request = withToken(await validRequest(shop, endpoint, owner), tokens[caller])
        assertOwnAnswer(await shop.call(request), `${endpoint.method} ${endpoint.path} as ${caller}`)
      }
    }
    const ann = await confirmed(shop.deps, await newAdmin(shop))
    const isNamed = async (method: 'GET' | 'POST', path: string, words: string) => {
      const { body } = await ann.call(method, path)
      assert.ok(body.includes(words), `${method} ${path}: ${body.slice(0, 300)}`)
    }
    await isNamed('GET', '/api/auth/export', `"shop": "${name}"`)
    await isNamed('GET', '/api/shop', `{"name":"${name}","address":["3 Rue Neuve","69002 Lyon"]}`)
    await isNamed('POST', '/api/auth/passkeys/options', `"name":"${name}"`)
    const encoded = encodeURIComponent(name)
    await isNamed('POST', '/api/auth/totp', `otpauth://totp/${encoded}:`)
    await isNamed('POST', '/api/auth/totp', `issuer=${encoded}"`)
  },
  onSqlite,
)

/** Like the real pages, each reads the content, and then fails. */
const brokenWeb = smallWeb(async (_, shop) => Promise.reject(new Error((await shop.content()).name)))

onEngines(
  'a live shop of somebody else never says Tuckshop: pages without the web build, files and descriptions',
  async shop => {
    const app = buildApp(shop.deps)
    serveIcons(app, shop.deps, join(import.meta.dirname, '../../../public'))
    servePages(app, shop.deps, async () => brokenWeb)
    const ask = (url: string) => app.inject({ url, headers: { host: 'lumiere.example' } })
    for (const path of [...iconPaths, '/robots.txt', '/sitemap.xml', '/up', '/api/health', '/api/nothing'])
      assertOwnAnswer(await ask(path), path)
    for (const [path, words] of [
      ['/', `<p class="brand">${name}</p>`],
      ['/', ` · ${name}</title>`],
      ['/api', `<title>API · ${name}</title>`],
      ['/api/openapi.json', `"title":"${name}"`],
      ['/manifest.webmanifest', `"name":"${name}"`],
    ] as const) {
      const answer = await ask(path)
      assertOwnAnswer(answer, path)
      assert.ok(answer.body.includes(words), `${path}: ${answer.body.slice(0, 400)}`)
    }
    await changeContent(shop, { name: 'Lumière <3' })
    assert.match((await ask('/api')).body, /<title>API · Lumière &#60;3<\/title>/)
    assert.equal((await ask('/api/openapi.json')).json().info.title, 'Lumière <3')
    assert.match((await ask('/')).body, /<p class="brand">Lumière &#60;3<\/p>/)
    await app.close()
  },
  onSqlite,
)

const accountActs = [
  'password_changed',
  'passkey_added',
  'passkey_removed',
  'codes_turned_on',
  'codes_moved',
  'codes_turned_off',
  'recovery_codes_renewed',
  'recovery_code_used',
  'factors_removed',
] as const

/** Puts one email of every kind into the outbox, all for one customer. */
async function writeAll(shop: CardShop, email: string, intent: string): Promise<void> {
  const { db, now, config } = shop.deps
  const id = await userIdOf(shop, email)
  const to = { id, email, publicUrl: config.publicUrl }
  const order = await db.read.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  const refund = await db.read.selectFrom('refunds').selectAll().executeTakeFirstOrThrow()
  const item = { id: order.item_id, name: order.item_name, available_quantity: 1 }
  const waiting = { user_id: id, email, created_at: 1 }
  const asked = { userId: id, at: 1, email, item: { _id: item.id, name: item.name }, secret: 'x' }
  const subscription = {
    email,
    token: 'x',
    tokenHash: 'x',
    origin: config.publicUrl ?? '',
    now: now(),
  }
  const emails = [
    testEmail(to, name, now()),
    confirmSubscriptionEmail(subscription),
    subscribedEmail(subscription),
    alreadySubscribedEmail(subscription),
    resetPasswordEmail(to, 'https://lumiere.example/reset'),
    confirmAddressEmail(to, 'https://lumiere.example/verify'),
    paidNotice(to, order),
    paidSummary(to, { orders: [order], count: 2, minor: 100, until: 1 }),
    lowStockNotice(to, item as Parameters<typeof lowStockNotice>[1], 1),
    { ...receipt({ id: 'another', voucher: '' }, [order], intent, config.publicUrl), recipient: email },
    parcelNotice({ ...order, sent_at: 1 }, config.publicUrl),
    { ...refundNotice(buyerOf(order), refund, { order, shopUrl: config.publicUrl }), id: 'another refund' },
    refundFailure(buyerOf(order), refund, { order, shopUrl: config.publicUrl }),
    refundFailureForAdmin(to, buyerOf(order), refund, config.publicUrl),
    alertConfirmation({ ...asked, origin: config.publicUrl }),
    backInStock(
      item as Parameters<typeof backInStock>[0],
      waiting as Parameters<typeof backInStock>[1],
      config.publicUrl,
    ),
  ]
  await db.write(async tx => {
    for (const message of emails) await outbox.add(tx, message, now())
    for (const what of accountActs)
      await notifyOwner(tx, shop.deps, { userId: id, what, from: undefined, now: now() })
  })
}

onEngines(
  'a live shop of somebody else never says Tuckshop: emails and documents',
  async shop => {
    const { ann, order, intent } = await placePaidOrder(shop)
    await confirmed(shop.deps, ann)
    const admin = await newAdmin(shop)
    const refund = { amount: 5, reason: 'Scratched', restock: 0 }
    assert.equal((await admin.call('POST', `/api/booking/${order._id}/refund`, refund)).statusCode, 200)
    for (const document of ['', '?number=CN-1001']) {
      const pdf = (await ann.call('GET', `/api/booking/${order._id}/invoice.pdf${document}`)).rawPayload
      const words = textsIn(pdf)
      assert.ok(words.includes(`${name} · 3 Rue Neuve · 69002 Lyon · Tax id FR 12`), words.join('|'))
      assertOwn(words.join(), 'its text')
      assertOwn(pdf.toString('latin1'), 'its metadata')
      assert.ok(pdf.includes(Buffer.from(name, 'utf16le').swap16()), 'its author')
    }
    await writeAll(shop, ann.email, intent)
    await sendOutbox(shop.deps, shop.deps.mail)
    const mails = await shop.mails(ann.email)
    assert.ok(mails.length >= 24, `${mails.length} emails`)
    for (const { from, subject, text, html } of mails) {
      assertOwn(from + subject + text + html, subject)
      assert.match(from, /^"?Atelier Lumière"? <shop@shop\.example>$/)
      assert.match(text, /\nAtelier Lumière\n3 Rue Neuve\n69002 Lyon\s*$/)
      assert.match(html, />Atelier Lumière<\/h1>/)
    }
  },
  onBothEngines,
)

/** Fails if an email keeps the demo's colors and awning. */
withCards(
  'emails have the shop’s color and edge',
  async shop => {
    const { ann } = await placePaidOrder(shop)
    const again = async (changes: object) => {
      await changeContent(shop, changes)
      await shop.deps.db.write(tx =>
        tx.updateTable('outbox').set({ sent_at: null, next_try_at: 0 }).execute(),
      )
      await sendOutbox(shop.deps, shop.deps.mail)
      return (await shop.mails(ann.email))[0]?.html ?? ''
    }
    const cellsIn = (html: string) => html.match(/<td height=/g)?.length ?? 0
    const plain = await again({ accent: '#1f5f5b', edge: 'line' })
    assert.match(plain, /background:#1f5f5b/)
    assert.doesNotMatch(plain, /a4461d|9a4522/)
    assert.equal(cellsIn(plain), 1)
    assert.equal(cellsIn(await again({ edge: 'none' })), 0)
    assert.equal(cellsIn(await again({ edge: 'awning' })), 18)
  },
  onSqlite,
)

/**
 * What programs read: metrics, traces, cookies, types of problems, names of services and connections; keys and addresses of
 * the demo and its sandbox.
 */
const inSources =
  /(urn:|_|\b)tuckshop(_[a-z_]*|:problem:|\.request_id|\.refusal|\.example|-sandbox[\w.-]*|sandbox)|'tuckshop'/g

/** Whatever no test reaches: the demo's name stands only where the demo's content and files are described. */
test('no source says the name of the demo outside of the demo', () => {
  const root = join(import.meta.dirname, '../../..')
  const sources = globSync(['src/**/*.{ts,tsx,css,sql}', 'sandbox/**/*.{ts,html,js,css}'], { cwd: root })
    .filter(file => !/\.test\.tsx?$|^src\/server\/demo\//.test(file))
    .filter(file => demoWords.test(readFileSync(join(root, file), 'utf8').replace(inSources, '')))
  assert.deepEqual(sources, [])
})
