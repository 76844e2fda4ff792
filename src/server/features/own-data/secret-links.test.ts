import assert from 'node:assert/strict'
import { type CardShop, eventually, withCards } from '../../../../tests/helpers/card-shop.ts'
import { allEmails } from '../../../../tests/helpers/outbox-emails.ts'
import { sendOutbox } from '../../jobs/send-outbox.ts'
import { tokenHash } from '../../sessions/tokens.ts'

const bodies = async ({ deps }: CardShop): Promise<string> =>
  (await allEmails(deps.db.read)).map(row => `${row.text_body} ${row.html_body}`).join('\n')

/** Fails if a session is enough to verify an email or set a password, by a link from the user's own export. */
withCards('the secrets of links are neither in the export nor in sent emails', async shop => {
  const { db, mail } = shop.deps
  const ann = await shop.customer('ann@example.com')
  assert.equal((await ann.call('POST', '/api/auth/verify/send')).statusCode, 204)
  const payload = { email: ann.email }
  assert.equal((await shop.call({ method: 'POST', url: '/api/auth/forgot', payload })).statusCode, 202)
  await eventually(async () => (await allEmails(db.read)).length === 2, 'both emails')
  const links = await db.read.selectFrom('mailed_links').select('secret_hash').execute()
  const hashes = new Set(links.map(({ secret_hash }) => secret_hash))
  const secretsIn = (text: string) =>
    (text.match(/[\w-]{43}/g) ?? []).filter(word => hashes.has(tokenHash(word)))
  const waiting = new Set(secretsIn(await bodies(shop)))
  assert.equal(waiting.size, 2, 'the unsent emails contain the links')

  const data = (await ann.call('GET', '/api/auth/export')).body
  assert.match(data, /login\?reset=…/)
  assert.deepEqual(secretsIn(data), [])

  const sent: string[] = []
  assert.ok(mail)
  await sendOutbox(shop.deps, { ...mail, send: async message => void sent.push(message.text) })
  assert.deepEqual(new Set(secretsIn(sent.join('\n'))), waiting, 'the sent emails contained the links')
  assert.deepEqual(secretsIn(await bodies(shop)), [])
})
