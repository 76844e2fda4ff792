import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SavedVersion } from '#contract/shop-content.ts'
import { dayAt } from '#domain/day.ts'
import { eventually } from '../../../../tests/helpers/card-shop.ts'
import { changeContent } from '../../../../tests/helpers/content.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { newAdmin, onBothEngines, onSqlite } from '../../../../tests/helpers/shop.ts'
import { smallWeb } from '../../../../tests/helpers/small-web.ts'
import { servePages } from '../../pages/pages.ts'
import * as shopContent from '../../store/shop-content.ts'
import { exportContent } from './export-content.ts'
import { importContent } from './import-content.ts'

const dayMs = 86_400_000
const [text, later] = ['On holiday', '2099-08-02']

const read = async (admin: Customer) => (await admin.call('GET', '/api/shopContent')).json<SavedVersion>()

async function save(admin: Customer, changes: object) {
  const { version, content } = await read(admin)
  return admin.call('PUT', '/api/shopContent', { version, content: { ...content, ...changes } })
}

onBothEngines('an admin closes the shop, opens it, and closes it again by undoing that', async shop => {
  const admin = await newAdmin(shop)
  const closed = { text, until: later }
  assert.equal((await read(admin)).content.closed, null)
  assert.deepEqual((await save(admin, { closed })).json().content.closed, closed)
  assert.equal((await save(admin, { closed: null })).json().content.closed, null)
  const undone = await admin.call('POST', '/api/shopContent/undo', { version: 3 })
  assert.deepEqual(undone.json().content.closed, closed)
})

onSqlite('each fault about a closed shop has its sentence at its field', async shop => {
  const admin = await newAdmin(shop)
  const date = 'Enter a date such as 2026-11-15.'
  for (const [closed, field, sentence] of [
    [{ text: '', until: later }, 'text', 'Enter a text.'],
    [{ text: '  ', until: later }, 'text', 'Enter a text.'],
    [{ until: later }, 'text', 'Enter a text.'],
    [{ text: 'x'.repeat(241), until: later }, 'text', 'Use at most 240 characters.'],
    [{ text, until: '' }, 'until', date],
    [{ text }, 'until', date],
    [{ text, until: '2026-02-30' }, 'until', date],
    [{ text, until: '2026-8-2' }, 'until', date],
    [{ text, until: '1999-08-02' }, 'until', date],
    [
      { text, until: dayAt(shop.deps.now() - dayMs, 'UTC') },
      'until',
      'This day is over. Choose today or a later day.',
    ],
  ] as const) {
    const refused = await save(admin, { closed })
    assert.equal(refused.statusCode, 400, JSON.stringify(closed))
    assert.deepEqual(refused.json().fields, { [`content.closed.${field}`]: sentence })
  }
  assert.equal((await read(admin)).version, 1)
})

/** Fails if the day is judged again at each save: the owner could not save anything else after a holiday. */
onBothEngines('what is over stays with the content and stops no other change', async shop => {
  const admin = await newAdmin(shop)
  await save(admin, { closed: { text, until: dayAt(shop.deps.now() + dayMs, 'UTC') } })
  shop.travel(3 * dayMs)
  const saved = await save(admin, { slogan: 'Back again' })
  assert.equal(saved.statusCode, 200, saved.body)
  assert.equal((await save(admin, { closed: { ...saved.json().content.closed, text: 'x' } })).statusCode, 400)
})

/** Fails if the page is only made again when somebody saves: the text would stay after its day. */
onSqlite('pages are given the text until the day is over', async shop => {
  const web = smallWeb(async (_, { content, timeZone }) => JSON.stringify([timeZone, await content()]))
  servePages(shop.app, shop.deps, async () => web)
  await changeContent(shop, { closed: { text, until: dayAt(shop.deps.now() + dayMs, 'UTC') } })
  const show = async () => (await shop.call({ url: '/' })).body
  assert.match(await show(), /^\["UTC",.*On holiday/)
  shop.travel(3 * dayMs)
  // A cached page is up to a second old.
  await eventually(async () => !(await show()).includes(text), 'a page without the text')
  assert.match(await show(), /"closed":null/)
})

onBothEngines('content of a shop that knew no closed days is read, exported and imported', async shop => {
  const { db } = shop.deps
  const old = await shopContent.read(db.read)
  const { closed: _, ...without } = { ...old, slogan: 'Old' }
  const row = { version: 2, content: JSON.stringify(without), saved_at: shop.deps.now(), saved_by: null }
  await db.write(tx => tx.insertInto('shop_content').values(row).execute())
  assert.deepEqual(await shopContent.read(db.read), { ...old, slogan: 'Old', closed: null })
  const [item, ann] = [await shop.item(), await shop.customer()]
  assert.equal((await ann.order(item)).statusCode, 201)

  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-closed-'))
  try {
    const path = join(folder, 'shop.json')
    await exportContent(shop.deps, path)
    const file = JSON.parse(await readFile(path, 'utf8'))
    delete file.content.closed
    await writeFile(path, JSON.stringify(file))
    assert.equal((await importContent(shop.deps, path)).isNew, false)
    const past = { text, until: '2020-01-01' }
    await writeFile(path, JSON.stringify({ ...file, content: { ...file.content, closed: past } }))
    assert.equal((await importContent(shop.deps, path)).isNew, true, 'a file may be older than its day')
  } finally {
    await rm(folder, { recursive: true })
  }
})
