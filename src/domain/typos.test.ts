import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { mostSpellings, typosOf } from './typos.ts'

test('wrong, missing, extra and swapped letters are corrected', () => {
  const candidates = typosOf('lampp')
  for (const word of ['lamp', 'lamps', 'clampp', 'lapmp', 'lamppp'])
    assert.ok(candidates.includes(word), word)
  for (const word of ['lampp', 'lam', 'lamb', 'plamps']) assert.ok(!candidates.includes(word), word)
  assert.ok(typosOf('καρεγλα').includes('καρεκλα'))
  assert.ok(typosOf('лмапа').includes('лампа'))
})

test('short words, very long words and numbers are not corrected', () => {
  for (const word of ['', 'oak', '1234', 'a123', 'x'.repeat(21)]) assert.deepEqual(typosOf(word), [])
})

test('typos are tried only up to the letter after the known prefix', () => {
  const candidates = typosOf('lxmps', 1)
  assert.ok(candidates.includes('lamps') && candidates.includes('xlmps'))
  assert.ok(!candidates.includes('lxmpt') && candidates.length < typosOf('lxmps').length / 2)
})

test('corrections are symmetric', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcxyz'), minLength: 5, maxLength: 6 })
  fc.assert(
    fc.property(word, fc.nat(), (typed, pick) => {
      const candidates = typosOf(typed)
      assert.ok(candidates.length > 0)
      const one = candidates[pick % candidates.length] ?? ''
      // Appending is not tried, because a prefix already matches.
      assert.ok(typosOf(one).includes(typed) || one.length === typed.length - 1)
    }),
  )
})

test('a word with several alphabets is not corrected', () => {
  for (const word of ['speckledж', 'lampα', 'лампα', 'dishwasherжαאب'])
    assert.deepEqual(typosOf(word), [], word)
  assert.ok(typosOf('smørrebrøt').includes('smørrebrød'), 'letters outside the alphabet are unchanged')
})

test('for a long word, the spellings nearest to the end of the known prefix are tried', () => {
  const candidates = typosOf('dishwashxrsdetergent', 8)
  assert.equal(candidates.length, mostSpellings)
  assert.ok(candidates.includes('dishwashersdetergent') && candidates.includes('idshwashxrsdetergent'))
  assert.ok(typosOf('dishwashxrsdetergent', 8, 60).includes('dishwashersdetergent'))
})

test('the number of spellings is limited for every word', () => {
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
