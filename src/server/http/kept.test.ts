import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeptAnswers, keptJson } from './kept.ts'

/** Answers that count how often they were made. */
function counted() {
  let version = 1
  let made = 0
  const kept = new KeptAnswers(() => version)
  const ask = async (name: string, make = async () => keptJson(++made)) =>
    String((await kept.get(name, make)).answer.body)
  return { kept, ask, change: () => version++, made: () => made }
}

test('an answer is made once for each name and each version of its data', async () => {
  const { ask, change, made } = counted()
  assert.deepEqual([await ask('a'), await ask('a'), await ask('b'), await ask('a')], ['1', '1', '2', '1'])
  change()
  assert.deepEqual([await ask('a'), await ask('b'), await ask('a')], ['3', '4', '3'])
  assert.equal(made(), 4)
})

test('many who ask at once wait for the same answer', async () => {
  const { ask, made } = counted()
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('a')))
  assert.deepEqual([new Set(answers).size, made()], [1, 1])
})

/** Fails where a failure is kept: one moment without a database, and the page is gone until something is sold. */
test('a failure is told to those who wait, and kept for nobody', async () => {
  const { ask } = counted()
  const fails = async (): Promise<never> => {
    throw new Error('no')
  }
  await Promise.all([1, 2].map(() => assert.rejects(ask('a', fails))))
  assert.equal(await ask('a'), '1')
})

/** Fails where an answer counts as current by the version of when it was done: it was made from older data. */
test('what changes while an answer is made makes it old at once', async () => {
  const { kept, ask, change } = counted()
  const slow = kept.get('a', async () => {
    change()
    return keptJson('old')
  })
  assert.equal((await slow).isCurrent(), false)
  assert.equal(await ask('a'), '1')
  const fresh = await kept.get('a', async () => keptJson('never asked for'))
  assert.equal(fresh.isCurrent(), true)
  change()
  assert.equal(fresh.isCurrent(), false)
})
