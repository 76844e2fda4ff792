import assert from 'node:assert/strict'
import type { OpeningDay } from '#contract/opening-day.ts'
import { emptyContent } from '#contract/shop-content.ts'
import { type OpeningFacts, openingSteps } from '#domain/opening-day.ts'
import { signature } from '../../../../sandbox/stripe/webhooks.ts'
import { eventually, withCards } from '../../../../tests/helpers/card-shop.ts'
import { changeContent } from '../../../../tests/helpers/content.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { givePasskey } from '../../../../tests/helpers/factors.ts'
import { placeTestOrder, startCardPayment } from '../../../../tests/helpers/paying.ts'
import { newAdmin, onBothEngines, onSqlite } from '../../../../tests/helpers/shop.ts'
import type { Message } from '../../adapters/mail.ts'
import { noteBackup } from '../../backup/note-backup.ts'
import { noteLiveWebhook, read as readKept } from '../../store/opening-day.ts'
import { goLive } from '../go-live/go-live.ts'

const shownTo = async (admin: Customer): Promise<OpeningDay> =>
  (await admin.call('GET', '/api/openingDay')).json()

const nothingDone: OpeningFacts = {
  isNamed: false,
  hasAddress: false,
  hasTerms: false,
  hasItem: false,
  cards: 'off',
  mail: 'off',
  backup: null,
  hasFooterLinks: false,
  hasSecondFactor: false,
  publicUrl: null,
}

onBothEngines('a new shop has everything before it, and each line sees what was done', async shop => {
  const admin = await newAdmin(shop)
  assert.deepEqual(await shownTo(admin), { isHidden: false, facts: nothingDone })
  await changeContent(shop, { copyright: '© Atelier' })
  assert.equal((await shownTo(admin)).facts.isNamed, false, 'it is still called My shop')
  await changeContent(shop, {
    name: 'Atelier',
    address: '1 rue des Potiers\n69001 Lyon',
    columns: [{ title: 'Legal', links: [] }],
  })
  await shop.item()
  await noteBackup(shop.deps.config, '/backups/shop.tar', shop.deps.now())
  const { facts } = await shownTo(admin)
  assert.deepEqual(
    [facts.isNamed, facts.hasAddress, facts.hasItem, facts.hasFooterLinks, facts.backup?.to],
    [true, true, true, false, '/backups/shop.tar'],
  )
  await changeContent(shop, { columns: [{ title: 'Legal', links: [{ label: 'Terms', to: '/terms' }] }] })
  assert.equal((await shownTo(admin)).facts.hasFooterLinks, true)
  assert.equal(facts.hasTerms, false)
  await changeContent(shop, { taxRates: [{ name: 'Standard', percent: 20, from: '2026-01-01' }] })
  assert.equal((await shownTo(admin)).facts.hasTerms, true)
  assert.equal(openingSteps(facts, shop.deps.now()).backup, true)
  assert.equal(openingSteps(facts, shop.deps.now() + 8 * 86_400_000).backup, false)
})

/** Fails if a shop of version 1.0, which sells in dollars without tax, is told to choose its currency. */
onBothEngines('a shop with orders has its currency and tax', async shop => {
  const admin = await newAdmin(shop)
  const ann = await shop.customer()
  await ann.order(await shop.item())
  assert.equal((await shownTo(admin)).facts.hasTerms, true)
})

onBothEngines('one admin puts the list away for all of them, and another brings it back', async shop => {
  const [ann, bob] = [await newAdmin(shop), await newAdmin(shop)]
  assert.equal((await ann.call('PUT', '/api/openingDay', { isHidden: true })).statusCode, 204)
  assert.equal((await shownTo(bob)).isHidden, true)
  await bob.call('PUT', '/api/openingDay', { isHidden: false })
  assert.equal((await shownTo(ann)).isHidden, false)
})

onBothEngines('a second factor counts for the admin who has it', async shop => {
  const [ann, bob] = [await newAdmin(shop), await newAdmin(shop)]
  const { uid } = (await ann.call('GET', '/api/auth/me')).json()
  await shop.deps.db.write(tx => givePasskey(tx, uid))
  assert.equal((await shownTo(ann)).facts.hasSecondFactor, true)
  assert.equal((await shownTo(bob)).facts.hasSecondFactor, false)
})

onSqlite('a continuous backup says where it is and how old', async shop => {
  const admin = await newAdmin(shop)
  const state = { place: 's3://copies/shop', behindSeconds: 3, isLate: false, problem: undefined }
  shop.deps.backup = { state: () => state }
  await noteBackup(shop.deps.config, '/old.tar', 0)
  const { backup } = (await shownTo(admin)).facts
  assert.deepEqual([backup?.to, backup?.problem], ['s3://copies/shop', null])
  const age = shop.deps.now() - Date.parse(backup?.at ?? '')
  assert.ok(age >= 3000 && age < 600_000, `${age}`)
  shop.deps.backup = { state: () => ({ ...state, problem: 'The disk is full' }) }
  assert.equal((await shownTo(admin)).facts.backup?.problem, 'The disk is full')
})

onBothEngines(
  'the test email goes to the admin who asks, and the answer of the mail server is said',
  async shop => {
    const admin = await newAdmin(shop)
    const send = () => admin.call('POST', '/api/openingDay/testEmail')
    const off = await send()
    assert.deepEqual([off.statusCode, off.json().code], [503, 'feature_off'])
    const sent: Message[] = []
    shop.deps.mail = { send: async message => void sent.push(message), close: () => undefined }
    assert.deepEqual((await send()).json(), { to: admin.email })
    assert.deepEqual([sent[0]?.to, sent[0]?.subject], [admin.email, 'It works: My shop can send emails'])
    shop.deps.mail = {
      send: () => Promise.reject(new Error('Invalid login: 535 Authentication\nfailed')),
      close: () => undefined,
    }
    const refused = await send()
    assert.deepEqual([refused.statusCode, refused.json().code], [502, 'provider_failed'])
    assert.match(refused.json().detail, /It says: Invalid login: 535 Authentication failed\./)
    const statuses = new Set<number>()
    for (let tries = 0; tries < 10; tries++) statuses.add((await send()).statusCode)
    assert.deepEqual([...statuses], [502, 429])
  },
)

onSqlite(
  'settings say how far cards, mail and the public address are',
  async shop => {
    const admin = await newAdmin(shop)
    const { cards, mail, publicUrl } = (await shownTo(admin)).facts
    assert.deepEqual([cards, mail, publicUrl], ['test', 'no_sender', null])
  },
  {
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    SMTP_URL: 'smtp://127.0.0.1:1',
  },
)

onSqlite('a demo has no opening day', async shop => {
  const admin = await newAdmin(shop)
  shop.deps.config.mode = 'demo'
  for (const answer of [
    await admin.call('GET', '/api/openingDay'),
    await admin.call('PUT', '/api/openingDay', { isHidden: true }),
    await admin.call('POST', '/api/openingDay/testEmail'),
  ])
    assert.equal(answer.statusCode, 404)
})

/**
 * Fails if a webhook of test keys counts: it says nothing about the live ones. Fails if the list asks the card events, which
 * are deleted after a while.
 */
withCards('cards are done once a live webhook has come, also after its event was deleted', async shop => {
  const { db, config } = shop.deps
  const admin = await newAdmin(shop)
  config.hasTestKeys = false
  const heard = async () => (await shownTo(admin)).facts.cards
  assert.equal(await heard(), 'unheard')
  const { ann, order } = await placeTestOrder(shop)
  await shop.charge(await startCardPayment(ann, order))
  const eventsIn = () => db.read.selectFrom('card_events').select('id').execute()
  await eventually(async () => (await eventsIn()).length > 0, 'the webhook of the sandbox')
  assert.equal(await heard(), 'unheard')
  const event = { id: 'evt_live', livemode: true, type: 'charge.updated', data: { object: { id: 'ch_1' } } }
  const payload = JSON.stringify({ object: 'event', ...event })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature(payload) }
  const sent = await shop.call({ method: 'POST', url: '/api/stripe/webhook', headers, payload })
  assert.equal(sent.statusCode, 200, sent.body)
  assert.equal(await heard(), 'on')
  await db.write(tx => tx.deleteFrom('card_events').execute())
  assert.equal(await heard(), 'on')
})

/** Fails if the demo's webhook and its backup of last week count for the live shop. */
onBothEngines(
  'going live begins with nothing heard and nothing backed up',
  async shop => {
    const { db, config, passwords, now } = shop.deps
    await db.write(tx => noteLiveWebhook(tx, now()))
    await noteBackup(config, '/backups/demo.tar', now())
    const content = emptyContent('Atelier')
    assert.ok((await goLive({ db, passwords, now: now(), orders: undefined, content })).done)
    const kept = await readKept(db.read)
    assert.deepEqual(Object.values(kept), [null, null, null, null], JSON.stringify(kept))
  },
  { SHOP_MODE: 'demo' },
)
