import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { mostSpellings, typosOf } from './typos.ts'

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

test('what is forgiven is forgiven in both directions', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcxyz'), minLength: 5, maxLength: 6 })
  fc.assert(
    fc.property(word, fc.nat(), (typed, pick) => {
      const meant = typosOf(typed)
      assert.ok(meant.length > 0)
      const one = meant[pick % meant.length] ?? ''
      // Nothing is added at the end: a word is found by its beginning anyway.
      assert.ok(typosOf(one).includes(typed) || one.length === typed.length - 1)
    }),
  )
})

test('a word of several alphabets is meant as it is typed', () => {
  for (const word of ['speckledж', 'lampα', 'лампα', 'dishwasherжαאب'])
    assert.deepEqual(typosOf(word), [], word)
  assert.ok(typosOf('smørrebrøt').includes('smørrebrød'), 'letters beside the alphabet stay what they are')
})

test('of a long word, the spellings closest to where it stops being known are tried', () => {
  const meant = typosOf('dishwashxrsdetergent', 8)
  assert.equal(meant.length, mostSpellings)
  assert.ok(meant.includes('dishwashersdetergent') && meant.includes('idshwashxrsdetergent'))
  assert.ok(typosOf('dishwashxrsdetergent', 8, 60).includes('dishwashersdetergent'))
})

test('whatever the word, its spellings are bounded', () => {
  const letter = fc.oneof(
    fc.constantFrom(...'aezжяαωאب'),
    fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' }),
  )
  const word = fc.string({ unit: fc.oneof(fc.constantFrom(...'aezqk'), letter), maxLength: 20 })
  fc.assert(
    fc.property(word, fc.nat(25), fc.integer({ min: 1, max: mostSpellings }), (typed, known, most) => {
      assert.ok(typosOf(typed).length <= mostSpellings)
      assert.ok(typosOf(typed, known, most).length <= most)
    }),
  )
})
