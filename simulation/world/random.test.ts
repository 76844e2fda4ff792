import assert from 'node:assert/strict'
import { test } from 'vitest'
import { randomOf } from './random.ts'

const some = (random: ReturnType<typeof randomOf>) => Array.from({ length: 5 }, () => random.next())

test('the same seed gives the same numbers, and another seed others', () => {
  assert.deepEqual(some(randomOf('7')), some(randomOf('7')))
  assert.notDeepEqual(some(randomOf('7')), some(randomOf('8')))
})

test('what one part chooses does not move the choices of another', () => {
  const [quiet, busy] = [randomOf('7'), randomOf('7')]
  some(busy)
  some(busy.fork('other'))
  assert.deepEqual(some(quiet.fork('part')), some(busy.fork('part')))
})

test('a second fork of the same name is another one', () => {
  const random = randomOf('7')
  assert.notDeepEqual(some(random.fork('part')), some(random.fork('part')))
})

test('a choice is as frequent as its weight', () => {
  const random = randomOf('7')
  const counts = { never: 0, often: 0, seldom: 0 }
  for (let n = 0; n < 1000; n++) counts[random.weighted({ never: 0, often: 9, seldom: 1 })]++
  assert.equal(counts.never, 0)
  assert.ok(counts.seldom > 50 && counts.seldom < 200, `${counts.seldom} of 1000`)
})
