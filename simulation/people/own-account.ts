import { enter, withFreshProof } from './accounts.ts'
import { codeAt } from './app-codes.ts'
import { type Human, minute, rest } from './human.ts'
import { newPassword } from './words.ts'

export async function changePassword(me: Human): Promise<void> {
  const password = newPassword(me.random)
  me.tell('changes the password')
  const body = { current: me.password, password }
  const reply = await me.ask('PUT /auth/password', { body })
  if (!reply.isDone && reply.code !== 'lost') return
  me.password = password
  if (me.random.chance(0.5)) await returnToOldTelephone(me)
}

export async function signOut(me: Human): Promise<void> {
  await me.ask('POST /auth/sign-out')
  me.token = undefined
}

/** Looks where they are signed in, and ends what they do not know. */
export async function tidySessions(me: Human): Promise<void> {
  const { body = [] } = await me.ask('GET /auth/sessions')
  const other = body.find(({ current }) => !current)
  if (other) await me.ask('DELETE /auth/sessions/{id}', { params: { id: other.id } })
  if (me.random.chance(0.5)) await me.ask('DELETE /auth/sessions')
}

/** It is still signed in, unless its session was ended meanwhile. */
export async function returnToOldTelephone(me: Human): Promise<void> {
  me.takeOldDevice()
  await enter(me)
}

/** A new telephone, while the old one stays signed in. */
export async function takeNewTelephone(me: Human): Promise<void> {
  me.takeNewDevice()
  if ((await enter(me)) && me.random.chance(0.4)) await tidySessions(me)
}

export async function rename(me: Human): Promise<void> {
  await me.ask('PUT /auth/name', { body: { name: `${me.name} ${me.random.whole(1, 9)}` } })
  if (me.random.chance(0.8)) await me.ask('DELETE /auth/picture')
}

export async function exportOwnData(me: Human): Promise<void> {
  await withFreshProof(me, () => me.ask('GET /auth/export'))
}

/** Turns the authenticator app on, or off again. */
export async function changeSecondFactor(me: Human): Promise<void> {
  const { body: methods } = await me.ask('GET /auth/factors')
  if (!methods) return
  if (methods.code && me.random.chance(0.5)) {
    const reply = await withFreshProof(me, () => me.ask('POST /auth/totp/recovery-codes'))
    me.recoveryCodes = reply.body?.recoveryCodes ?? me.recoveryCodes
    return
  }
  if (methods.code) {
    const reply = await withFreshProof(me, () => me.ask('DELETE /auth/totp'))
    if (reply.isDone) me.appSecret = undefined
    return
  }
  if (me.random.chance(0.4)) await withFreshProof(me, () => me.ask('POST /auth/passkeys/options'))
  await turnOnApp(me)
}

async function turnOnApp(me: Human): Promise<void> {
  me.tell('turns on the authenticator app')
  const begun = await withFreshProof(me, () => me.ask('POST /auth/totp'))
  if (!begun.body) return
  const { secret } = begun.body
  const reply = await withFreshProof(me, () =>
    me.ask('PUT /auth/totp', { body: { code: codeAt(secret, me.around.now()) } }),
  )
  if (!reply.isDone && reply.code !== 'lost') return
  me.appSecret = secret
  me.recoveryCodes = reply.body?.recoveryCodes ?? []
  if (me.random.chance(0.6)) return changeSecondFactor(me)
  // Tries at once whether signing in works with it.
  await signOut(me)
  await enter(me)
}

/** Closes the account for good. Some come back later with the same e-mail, as somebody new. */
export async function eraseOneself(me: Human): Promise<void> {
  me.tell('erases the account')
  const reply = await withFreshProof(me, () =>
    me.ask('POST /auth/erase', { body: { password: me.password } }),
  )
  if (!reply.isDone) return
  me.token = undefined
  me.appSecret = undefined
  if (me.random.chance(0.5)) me.email = me.email.replace('@', `.${me.random.whole(2, 99)}@`)
  await rest(me.around, me.random.whole(1, 3000) * minute)
}
