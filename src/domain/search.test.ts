import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { fold, searchWords, wordsOf } from './search.ts'

test('words come without case, accents and what stands between them, each once', () => {
  assert.deepEqual(wordsOf("Crème-brûlée, 2 × 100 ml: the chef's CRÈME!"), [
    'creme',
    'brulee',
    '2',
    '100',
    'ml',
    'the',
    'chef',
    's',
  ])
  assert.deepEqual(wordsOf('Straße İstanbul ﬁne ΟΔΟΣ'), ['strasse', 'istanbul', 'fine', 'οδοσ'])
  assert.deepEqual(wordsOf(' – … 🙂 '), [])
})

test('of a search the first six words count, and of a word the first 40 letters', () => {
  assert.deepEqual(searchWords('a b c d e f g h'), ['a', 'b', 'c', 'd', 'e', 'f'])
  assert.deepEqual(wordsOf('x'.repeat(100)), ['x'.repeat(40)])
  assert.deepEqual(
    wordsOf('𝒳𐐷'.repeat(50)).map(word => word.isWellFormed()),
    [true],
  )
})

const anyText = fc.string({ unit: 'binary' })

test('folding and taking words apart twice changes nothing more', () => {
  fc.assert(
    fc.property(anyText, text => {
      const words = wordsOf(text)
      assert.deepEqual(wordsOf(words.join(' ')), words)
      assert.equal(fold(words.join(' ')), words.join(' '))
      for (const word of words) assert.ok(word.length > 0 && word.isWellFormed())
    }),
  )
})

test('a text is found by the beginning of each of its words, however it is written', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'aBçÉößñØ9'), minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.array(letters, { minLength: 1, maxLength: 5 }), fc.nat(11), (words, cut) => {
      const known = wordsOf(words.join(', '))
      for (const word of words) {
        const [typed = ''] = searchWords(word.slice(0, cut + 1).toUpperCase())
        assert.ok(
          known.some(one => one.startsWith(typed)),
          `${typed} in ${known}`,
        )
      }
    }),
  )
})
