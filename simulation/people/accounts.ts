import { codeAt } from './app-codes.ts'
import { type Human, insist, type Reply } from './human.ts'
import { awaitLink, countLinks } from './mails.ts'
import { newPassword, typedEmail } from './words.ts'

/** Signs up and, mostly, confirms the e-mail. True when signed in. */
export async function signUp(me: Human): Promise<boolean> {
  me.tell(`signs up as ${me.email}`)
  await me.ask('GET /auth/options')
  const seen = countLinks(me, me.email, 'verify')
  const { name, password } = me
  const reply = await insist(me, () =>
    me.ask('POST /auth/sign-up', { body: { name, email: me.email, password } }),
  )
  if (reply.code === 'email_taken') return signInWithPassword(me)
  if (!reply.isDone || !(await exchangeProof(me))) return false
  if (me.random.chance(0.9)) await confirmEmail(me, seen)
  return true
}

/** Opens the link of an email that came after those that were seen, and asks for another one if none comes. */
export async function confirmEmail(me: Human, seen: number): Promise<boolean> {
  if (seen === countLinks(me, me.email, 'verify') || me.random.chance(0.1))
    await insist(me, () => me.ask('POST /auth/verify/send'))
  const token = await awaitLink(me, me.email, 'verify', seen)
  if (!token) return false
  const reply = await insist(me, () => me.ask('POST /auth/verify', { body: { token } }))
  if (me.random.chance(0.1)) await me.ask('POST /auth/verify', { body: { token } })
  return reply.isDone
}

export async function confirmEmailLater(me: Human): Promise<void> {
  const account = await me.ask('GET /auth/account')
  if (account.body?.emailVerified === false) await confirmEmail(me, countLinks(me, me.email, 'verify'))
}

/** Signed in already, signs in, or signs up, whatever the shop asks for. */
export async function enter(me: Human): Promise<boolean> {
  if (me.token) {
    const reply = await insist(me, () => me.ask('GET /auth/me'))
    if (reply.isDone) return true
    if (reply.status !== 401) return false
    me.token = undefined
  }
  return signInWithPassword(me)
}

async function signInWithPassword(me: Human): Promise<boolean> {
  if (me.random.chance(0.05)) await me.ask('POST /auth/passkeys/challenge')
  if (me.random.chance(0.05)) await proveWith(me, 'not my password')
  const reply = await insist(me, () => proveWith(me, me.password))
  if (reply.code === 'user_not_found') return me.random.chance(0.9) ? signUp(me) : false
  if (reply.code === 'wrong_password') return resetPassword(me)
  return reply.isDone && exchangeProof(me)
}

const proveWith = (me: Human, password: string) =>
  me.ask('POST /auth/sign-in', { body: { email: typedEmail(me.random, me.email), password } })

/** The second half of every sign-in: the proof in the cookie becomes a session. */
async function exchangeProof(me: Human): Promise<boolean> {
  const { email } = me
  const exchange = () => me.ask('PUT /users/{email}', { params: { email }, body: { email } })
  let reply = await insist(me, exchange)
  if (reply.code === 'code_needed' && (await enterCode(me))) reply = await insist(me, exchange)
  if (reply.body) me.token = reply.body.token
  return reply.isDone
}

async function enterCode(me: Human): Promise<boolean> {
  const code = me.random.chance(0.2) ? me.recoveryCodes.pop() : shownCode(me)
  if (!code) return false
  return (await insist(me, () => me.ask('POST /auth/totp/check', { body: { code } }))).isDone
}

/** The digits that the person's app shows now. */
const shownCode = (me: Human): string | undefined => me.appSecret && codeAt(me.appSecret, me.around.now())

/** Proves again who they are if the shop asks for it, and repeats the call. */
export async function withFreshProof<T>(me: Human, attempt: () => Promise<Reply<T>>): Promise<Reply<T>> {
  const reply = await insist(me, attempt)
  if (reply.code !== 'fresh_proof_needed') return reply
  const code = shownCode(me)
  const proof = await insist(me, () =>
    me.ask('POST /auth/prove', { body: code ? { code } : { password: me.password } }),
  )
  return proof.isDone ? insist(me, attempt) : reply
}

/** Sets a new password by the link of an email. */
export async function resetPassword(me: Human): Promise<boolean> {
  me.tell('has forgotten the password')
  const seen = countLinks(me, me.email, 'reset')
  await insist(me, () => me.ask('POST /auth/forgot', { body: { email: typedEmail(me.random, me.email) } }))
  const token = await awaitLink(me, me.email, 'reset', seen)
  if (!token) return false
  const password = newPassword(me.random)
  const reply = await insist(me, () => me.ask('POST /auth/reset', { body: { token, password } }))
  // Without an answer they do not know which one counts, and try the new one first.
  if (reply.isDone || reply.code === 'lost') me.password = password
  if (!reply.isDone) return false
  me.token = undefined
  return signInWithPassword(me)
}
