import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { test } from 'vitest'
import { fold, wordsOf } from '#domain/search.ts'
import { emptyPlace } from '../../../tests/helpers/databases.ts'
import { readConfig } from '../config.ts'
import { openShop } from '../open-shop.ts'
import type { Reading } from './tables.ts'

/** Every character but the Chinese ones, which are what they are: some hundred at a time. */
function* everyCharacter(): Generator<string[]> {
  const atOnce = 256
  for (let start = 0; start < 0x20000; start += atOnce) {
    if (start >= 0x3400 && start < 0xa000) continue
    const characters = Array.from({ length: atOnce }, (_, at) => String.fromCodePoint(start + at))
    const visible = characters.filter(one => /[\p{L}\p{N}\p{M}\p{P}\p{S}]/u.test(one))
    if (visible.length > 0) yield visible
  }
}

/** The shop knows a later Unicode than a server may. */
async function knownTo(db: Reading, characters: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ known: string }>`
    select known from json_array_elements_text(${JSON.stringify(characters)}) as known
    where known collate "und-x-icu" ~ '[[:graph:]]'`.execute(db)
  return rows.map(({ known }) => known)
}

/** Characters that were taken for something else in the Unicode of some server that is still in use. */
const changed = /[\u1cf2\u1cf3]/

/** New in Unicode 15: before PostgreSQL 16 ICU knows them, and the server's own tables of spellings do not. */
const newIn16 = /[\u{1e030}-\u{1e06d}]/u

async function isBefore16(db: Reading): Promise<boolean> {
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version_num') as version`.execute(db)
  return Number(rows[0]?.version) < 160_000
}

async function differences(db: Reading, text: string): Promise<string[]> {
  const { rows } = await sql<{ folded: string; words: string[] }>`
    select fold(${text}::text) as folded, words_of(${text}::text) as words`.execute(db)
  const { folded = '', words = [] } = rows[0] ?? {}
  const wanted = wordsOf(text)
  const differing = [...words, ...wanted].filter(word => !words.includes(word) || !wanted.includes(word))
  return [...differing, ...(folded === fold(text) ? [] : [`${folded} instead of ${fold(text)}`])]
}

/** Fails with one of Unicode's marks missing in migrations/0101. */
test('PostgreSQL folds text and takes it apart as the shop does', async () => {
  const place = await emptyPlace('postgres')
  const { db } = await openShop(readConfig({ SHOP_MODE: 'live', ...place.environment }), () => undefined)
  const differing: string[] = []
  let compared = 0
  const unlike = (await isBefore16(db.read)) ? [changed, newIn16] : [changed]
  for (const characters of everyCharacter()) {
    const known = (await knownTo(db.read, characters)).filter(one => !unlike.some(kind => kind.test(one)))
    compared += known.length
    differing.push(...(await differences(db.read, known.join(' '))))
  }
  assert.ok(compared > 25_000, `only ${compared} characters were compared`)
  const sentences = [
    'Straße ẞ İstanbul ﬁne ΟΔΟΣ Σ',
    "Crème-brûlée, 2×100 ml: the chef's",
    'हिन्दी ไทย 木のトレイ',
    '',
  ]
  for (const text of [...sentences, 'x'.repeat(4000)]) differing.push(...(await differences(db.read, text)))
  assert.deepEqual(differing, [])
  await db.close()
  await place.remove()
})
