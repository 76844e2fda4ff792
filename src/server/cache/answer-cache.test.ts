import assert from 'node:assert/strict'
import { test } from 'vitest'
import { AnswerCache } from './answer-cache.ts'
import { cachedJson } from './cached-answer.ts'

/** Answers that count how often they were made. */
function counted() {
  let version = 1
  let made = 0
  const kept = new AnswerCache(() => version)
  const ask = async (name: string, make = async () => cachedJson(++made)) =>
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
    return cachedJson('old')
  })
  assert.equal((await slow).isCurrent(), false)
  assert.equal(await ask('a'), '1')
  const fresh = await kept.get('a', async () => cachedJson('never asked for'))
  assert.equal(fresh.isCurrent(), true)
  change()
  assert.equal(fresh.isCurrent(), false)
})

/** Answers that may lag a second behind; each is made when the test says so. */
function lagging() {
  let [version, now, made] = [1, 0, 0]
  const makings: PromiseWithResolvers<void>[] = []
  const kept = new AnswerCache(
    () => version,
    { lagMs: 1000 },
    () => now,
  )
  const ask = async () => {
    const { answer, isCurrent } = await kept.get('a', async () => {
      const making = Promise.withResolvers<void>()
      makings.push(making)
      const seen = version
      await making.promise
      return cachedJson(`${++made} of version ${seen}`)
    })
    return { said: JSON.parse(String(answer.body)), isCurrent: isCurrent() }
  }
  const finish = async () => {
    makings.at(-1)?.resolve()
    await new Promise(resolve => setImmediate(resolve))
  }
  return {
    ask,
    finish,
    fail: async () => {
      makings.at(-1)?.reject(new Error('no'))
      await new Promise(resolve => setImmediate(resolve))
    },
    change: () => version++,
    pass: (ms: number) => {
      now += ms
    },
    makings: () => makings.length,
  }
}

/** Fails where every change makes the next visitor wait: the shop that sells most is the slowest. */
test('after a change nobody waits: the last answer is given while one new one is made', async () => {
  const { ask, finish, change, pass, makings } = lagging()
  const first = ask()
  await finish()
  assert.deepEqual(await first, { said: '1 of version 1', isCurrent: true })
  pass(600)
  assert.equal((await ask()).said, '1 of version 1')
  change()
  pass(300)
  assert.deepEqual(await ask(), { said: '1 of version 1', isCurrent: true })
  assert.deepEqual([await ask(), makings()], [{ said: '1 of version 1', isCurrent: true }, 2])
  await finish()
  assert.deepEqual(await ask(), { said: '2 of version 2', isCurrent: true })
})

/** Fails where the time since it was made counts, or none at all: it may be as old as the last visitor. */
test('what nobody has asked for in the last second is not given after a change', async () => {
  const { ask, finish, change, pass } = lagging()
  const first = ask()
  await finish()
  await first
  pass(500)
  change()
  pass(500)
  const later = ask()
  await finish()
  assert.deepEqual(await later, { said: '2 of version 2', isCurrent: true })
})

test('however much changes, four answers a second are made, and none lags by more than a second', async () => {
  const { ask, finish, change, pass, makings } = lagging()
  const first = ask()
  await finish()
  await first
  for (let tenth = 0; tenth < 40; tenth++) {
    pass(100)
    change()
    const { said } = await ask()
    await finish()
    const lag = 2 + tenth - Number(said.split(' ').at(-1))
    assert.ok(lag <= 4, `${said} after ${tenth + 1} changes`)
  }
  assert.ok(makings() > 10 && makings() <= 17, `${makings()} were made`)
})

test('a new answer that cannot be made is tried again, and in the end its failure is told', async () => {
  const { ask, finish, fail, change, pass, makings } = lagging()
  const first = ask()
  await finish()
  await first
  change()
  pass(300)
  await ask()
  await fail()
  pass(300)
  assert.deepEqual([(await ask()).said, makings()], ['1 of version 1', 3])
  await fail()
  pass(400)
  const told = assert.rejects(ask(), /no/)
  await fail()
  await told
})

/** Fails where it is handed on for ever, or not at all: then every visitor of a shop that sells goes the router's way. */
test('an answer that lags may be handed on until the next one is due, then until that one is there', async () => {
  let [version, now] = [1, 0]
  const next = Promise.withResolvers<void>()
  const cache = new AnswerCache(
    () => version,
    { lagMs: 1000 },
    () => now,
  )
  const get = () =>
    cache.get('a', async () => {
      if (version > 1) await next.promise
      return cachedJson(version)
    })
  await get()
  version = 2
  now = 100
  const early = await get()
  assert.equal(early.isCurrent(), true)
  now = 250
  assert.equal(early.isCurrent(), false, 'the next one is due')
  const late = await get()
  assert.equal(late.isCurrent(), true, 'it is being made')
  now = 999
  assert.equal(late.isCurrent(), true)
  now = 1000
  assert.equal(late.isCurrent(), false, 'too old')
  now = 600
  next.resolve()
  await new Promise(resolve => setImmediate(resolve))
  assert.equal(late.isCurrent(), false, 'the next one is there')
  assert.equal(String((await get()).answer.body), '2')
})

/** Fails where an answer from before may still bridge a lag: what was taken from the public is there for a while. */
test('what was made before a withdrawal is not given after it, however little it lags', async () => {
  let [version, withdrawals, made] = [1, 0, 0]
  const kept = new AnswerCache(
    () => version,
    { lagMs: 1000, withdrawals: () => withdrawals },
    () => 0,
  )
  const ask = async () => String((await kept.get('a', async () => cachedJson(++made))).answer.body)
  assert.equal(await ask(), '1')
  version++
  assert.equal(await ask(), '1', 'it may lag')
  version++
  withdrawals++
  assert.equal(await ask(), '2')
})

/** Fails where an answer counts from when it was done: it was made from what was there before. */
test('an answer under way at a withdrawal is given to those who wait for it, and to nobody later', async () => {
  let [version, withdrawals] = [1, 0]
  const kept = new AnswerCache(
    () => version,
    { lagMs: 1000, withdrawals: () => withdrawals },
    () => 0,
  )
  const ask = async (make: () => Promise<string>) =>
    JSON.parse(String((await kept.get('a', async () => cachedJson(await make()))).answer.body))
  const making = Promise.withResolvers<string>()
  const waiting = ask(() => making.promise)
  version++
  withdrawals++
  making.resolve('before')
  assert.equal(await waiting, 'before')
  assert.equal(await ask(async () => 'after'), 'after')
})
