import type { Human } from '../human.ts'
import { type Overheard, pickOr } from '../overheard.ts'
import { passwords } from '../words.ts'

/** Links that were used, are too old, or belong to somebody else. */
export async function replayLink(me: Human, { secrets }: Overheard): Promise<void> {
  const token = pickOr(me.random, secrets, 'x'.repeat(43))
  const password = me.random.pick(passwords)
  const replay = me.random.weighted({ verify: 2, reset: 3, welcome: 1, confirm: 1, stop: 1 })
  await {
    verify: () => me.ask('POST /auth/verify', { body: { token } }),
    reset: () => me.ask('POST /auth/reset', { body: { token, password } }),
    welcome: () => me.ask('POST /auth/welcome', { body: { token } }),
    confirm: () => me.ask('POST /newsletter/confirm', { body: { token } }),
    stop: () => me.ask('POST /notify/stop', { body: { secret: token } }),
  }[replay]()
}

/** Goes on with a session that has ended. */
export async function replaySession(me: Human): Promise<void> {
  const { token } = me
  await me.ask('POST /auth/sign-out')
  await me.ask('GET /myBag')
  await me.ask('PUT /users/{email}', { params: { email: me.email }, body: { email: me.email } })
  if (token) me.token = me.random.chance(0.5) ? token : `${token.slice(0, -1)}x`
  await me.ask('GET /auth/me')
  me.token = undefined
}

/** A few guesses, far apart: the shop's limits are for those who are faster. */
export async function guessPasswords(me: Human, { emails }: Overheard): Promise<void> {
  const email = pickOr(me.random, emails, 'owner@tuckshop.example')
  const guesser = me.secondTab()
  guesser.token = undefined
  for (let guesses = me.random.whole(1, 4); guesses > 0; guesses--)
    await guesser.ask('POST /auth/sign-in', { body: { email, password: `guess ${me.random.whole(1, 999)}` } })
}

/** Signs up with the e-mail of somebody else, or becomes them with one's own proof. */
export async function impersonate(me: Human, { emails }: Overheard): Promise<void> {
  const email = pickOr(me.random, emails, 'owner@tuckshop.example')
  await me.ask('POST /auth/sign-up', { body: { name: 'Not me', email, password: 'nine blue teapots' } })
  await me.ask('POST /auth/sign-in', { body: { email: me.email, password: me.password } })
  await me.ask('PUT /users/{email}', { params: { email }, body: { email } })
  await me.ask('PUT /myProfile', {
    body: { name: 'Me', email, mobileNumber: '1', address: 'a', education: 'b', linkedin: 'c' },
  })
}
