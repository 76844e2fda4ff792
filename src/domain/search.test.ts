import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { fold, searchWords, wordsOf } from './search.ts'

test('words are distinct, without case, accents and punctuation', () => {
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

test('a search uses its first six words, and the first 40 letters of each', () => {
  assert.deepEqual(searchWords('a b c d e f g h'), ['a', 'b', 'c', 'd', 'e', 'f'])
  assert.deepEqual(wordsOf('x'.repeat(100)), ['x'.repeat(40)])
  assert.deepEqual(
    wordsOf('𝒳𐐷'.repeat(50)).map(word => word.isWellFormed()),
    [true],
  )
})

const anyText = fc.string({ unit: 'binary' })

test('folding and splitting are idempotent', () => {
  fc.assert(
    fc.property(anyText, text => {
      const words = wordsOf(text)
      assert.deepEqual(wordsOf(words.join(' ')), words)
      assert.equal(fold(words.join(' ')), words.join(' '))
      for (const word of words) assert.ok(word.length > 0 && word.isWellFormed())
    }),
  )
})

test('a text is found by a prefix of each of its words, in any case and with any accents', () => {
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
