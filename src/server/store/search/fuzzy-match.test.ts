import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { KyselyPlugin, RootOperationNode } from 'kysely'
import { searchWords } from '#domain/search.ts'
import { mostForgiven, mostSpellings } from '#domain/typos.ts'
import { onBothEngines } from '../../../../tests/helpers/shop.ts'
import type { Reading } from '../../db/schema/tables.ts'
import { search } from './items.ts'

const page = { limit: 3, after: undefined }
const name = 'Speckled European Induction Finished Complaint Dishwasher'

/** The number of spellings and prefixes that a search looks up, including those in JSON lists. */
async function lookUpsOf(db: Reading, text: string): Promise<number> {
  let count = 0
  const counter: KyselyPlugin = {
    transformQuery({ node }): RootOperationNode {
      for (const [, list = '[]'] of JSON.stringify(node).matchAll(/"value":"(\[(?:[^"\\]|\\.)*\])"/g)) {
        const queries: unknown = JSON.parse(JSON.parse(`"${list}"`))
        if (Array.isArray(queries)) count += queries.length
      }
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  await search(db.withPlugin(counter), searchWords(text), page)
  return count
}

const most = mostSpellings + mostForgiven * 20

onBothEngines('a search corrects up to two typos, not three', async shop => {
  await shop.item({ name })
  const { read } = shop.deps.db
  const found = async (text: string) => (await search(read, searchWords(text), page)).length
  for (const text of ['dishwahser', 'speckeled europan', 'induction finishd complaimt'])
    assert.equal(await found(text), 1, text)
  for (const text of ['speckeled europan inducton', 'speckledж']) assert.equal(await found(text), 0, text)
})

onBothEngines('no search looks up more than a few hundred spellings', async shop => {
  await shop.item({ name })
  const { read } = shop.deps.db
  const hostile = 'speckledж europeanз inductionи finishedл complaintп dishwasherжαאب'
  assert.equal(await lookUpsOf(read, hostile), 0)
  const long = await lookUpsOf(read, 'dishwasherqqqqqqqqqq complaintqqqqqqqqqq')
  assert.ok(long > mostSpellings / 2 && long <= most, `${long}`)
  const word = fc
    .tuple(
      fc.constantFrom(...name.toLowerCase().split(' ')),
      fc.string({ unit: fc.constantFrom(...'qzжαאب'), maxLength: 10 }),
    )
    .map(parts => parts.join(''))
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 8 }), async words => {
      assert.ok((await lookUpsOf(read, words.join(' '))) <= most)
    }),
    { numRuns: 60 },
  )
})
