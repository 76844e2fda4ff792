import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { typosOf } from './typos.ts'

test('a letter wrong, missing, too many, or two swapped, may be meant otherwise', () => {
  const meant = typosOf('lampp')
  for (const word of ['lamp', 'lamps', 'clampp', 'lapmp', 'lamppp']) assert.ok(meant.includes(word), word)
  for (const word of ['lampp', 'lam', 'lamb', 'plamps']) assert.ok(!meant.includes(word), word)
  assert.ok(typosOf('καρεγλα').includes('καρεκλα'))
  assert.ok(typosOf('лмапа').includes('лампа'))
})

test('short words, numbers and endless ones are meant as they are typed', () => {
  for (const word of ['', 'oak', '1234', 'a123', 'x'.repeat(21)]) assert.deepEqual(typosOf(word), [])
})

test('a typo is looked for only as far as the word is known', () => {
  const meant = typosOf('lxmps', 1)
  assert.ok(meant.includes('lamps') && meant.includes('xlmps'))
  assert.ok(!meant.includes('lxmpt') && meant.length < typosOf('lxmps').length / 2)
})

test('what is forgiven is forgiven in both directions, and is of bounded size', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcxyz'), minLength: 5, maxLength: 20 })
  fc.assert(
    fc.property(word, fc.nat(), (typed, pick) => {
      const meant = typosOf(typed)
      assert.ok(meant.length > 0 && meant.length < 1200)
      const one = meant[pick % meant.length] ?? ''
      // Nothing is added at the end: a word is found by its beginning anyway.
      if (one.length <= 20) assert.ok(typosOf(one).includes(typed) || one.length === typed.length - 1)
    }),
  )
})
