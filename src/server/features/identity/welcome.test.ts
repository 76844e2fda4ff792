import assert from 'node:assert/strict'
import { newAdmin, onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { newToken } from '../../sessions/tokens.ts'
import * as users from '../../store/users.ts'
import { newWelcome } from './welcome.ts'

const hour = 3_600_000

async function printed({ deps }: TestShop): Promise<string> {
  const token = await newWelcome(deps)
  assert.ok(token)
  return token
}

const check = (shop: TestShop, token: string) =>
  shop.call({ method: 'POST', url: '/api/auth/welcome/check', payload: { token } })

const adminsOf = async ({ deps }: TestShop) =>
  (await users.listAdmins(deps.db.read)).map(({ email }) => email)

onBothEngines('whoever has the link becomes the first admin, with a confirmed email, once', async shop => {
  const token = await printed(shop)
  assert.equal((await check(shop, token)).statusCode, 204)
  const owner = await shop.customer()
  assert.equal((await owner.call('POST', '/api/auth/welcome', { token })).statusCode, 204)
  assert.deepEqual(await adminsOf(shop), [owner.email])
  assert.equal((await owner.call('GET', '/api/auth/me')).json().admin, true)
  assert.equal((await owner.call('GET', '/api/auth/account')).json().emailVerified, true)
  const again = await owner.call('POST', '/api/auth/welcome', { token })
  assert.equal(again.statusCode, 204, 'the answer to the first try may have been lost')
  const log = (await owner.call('GET', '/api/audit?limit=5')).json<{ what: string; about: string }[]>()
  const given = log.filter(({ what }) => what === 'role_given')
  assert.equal(given.length, 1)
  assert.match(given[0]?.about ?? '', /by welcome link/)
  for (const refused of [
    await check(shop, token),
    await (await shop.customer()).call('POST', '/api/auth/welcome', { token }),
  ]) {
    assert.deepEqual([refused.statusCode, refused.json().code], [410, 'link_used_or_old'])
    assert.match(refused.json().detail, /already has an owner/)
  }
  assert.deepEqual(await adminsOf(shop), [owner.email])
})

/** Each machine that starts prints its own link. Without the lock, both people become admin on PostgreSQL. */
onBothEngines('of people who use links at the same time, exactly one becomes admin', async shop => {
  const tokens = [await printed(shop), await printed(shop)]
  const people = await Promise.all(Array.from({ length: 8 }, () => shop.customer()))
  const answers = await Promise.all(
    people.map((person, index) =>
      person.call('POST', '/api/auth/welcome', { token: tokens[index % tokens.length] }),
    ),
  )
  const statuses = answers.map(({ statusCode }) => statusCode)
  assert.deepEqual([...statuses].sort(), [204, ...Array(7).fill(410)])
  assert.deepEqual(await adminsOf(shop), [people[statuses.indexOf(204)]?.email])
})

onBothEngines('a wrong or old link makes nobody an admin', async shop => {
  const token = await printed(shop)
  const person = await shop.customer()
  const refusedWith = async (wrong: string) => {
    for (const refused of [
      await check(shop, wrong),
      await person.call('POST', '/api/auth/welcome', { token: wrong }),
    ]) {
      assert.deepEqual([refused.statusCode, refused.json().code], [410, 'link_used_or_old'])
      assert.match(refused.json().detail, /valid for one hour/)
    }
  }
  await refusedWith(newToken())
  shop.travel(hour - 1000)
  assert.equal((await check(shop, token)).statusCode, 204)
  shop.travel(1000)
  await refusedWith(token)
  assert.equal((await check(shop, await printed(shop))).statusCode, 204, 'a restart prints a new one')
  assert.deepEqual(await adminsOf(shop), [])
})

onBothEngines(
  'only its hash is kept, and a link of a shop that gets an admin otherwise is void',
  async shop => {
    const token = await printed(shop)
    const rows = await shop.deps.db.read.selectFrom('welcome_links').selectAll().execute()
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(token))
    await newAdmin(shop)
    const person = await shop.customer()
    assert.equal((await person.call('POST', '/api/auth/welcome', { token })).statusCode, 410)
    assert.equal((await adminsOf(shop)).length, 1)
    assert.equal(await newWelcome(shop.deps), undefined, 'there is an admin')
  },
)

onSqlite('a demo has no such link', async shop => {
  const config = { ...shop.deps.config, mode: 'demo' as const }
  assert.equal(await newWelcome({ ...shop.deps, config }), undefined)
})

onSqlite('a visitor cannot try links without end, and needs an account to use one', async shop => {
  const token = newToken()
  const nobody = await shop.call({ method: 'POST', url: '/api/auth/welcome', payload: { token } })
  assert.equal(nobody.statusCode, 401)
  const statuses = new Set<number>()
  for (let tries = 0; tries <= 100; tries++) statuses.add((await check(shop, token)).statusCode)
  assert.deepEqual([...statuses], [410, 429])
  const owner = await shop.customer()
  const right = await printed(shop)
  assert.equal((await check(shop, right)).statusCode, 204, 'nobody can lock the owner out')
  const claimed = await owner.call('POST', '/api/auth/welcome', { token: right })
  assert.equal(claimed.statusCode, 204, claimed.body)
})
