import { theShop } from '#domain/audit.ts'
import { normalizeEmail } from '#domain/email.ts'
import { Refusal } from '#domain/refusal.ts'
import { pictureFilesOf } from '../src/server/adapters/picture-files.ts'
import type { Config } from '../src/server/config.ts'
import { openWhileRunning } from '../src/server/db/open-existing.ts'
import { notifyOwner } from '../src/server/emails/notify-account-owner.ts'
import { findByTypedEmail } from '../src/server/features/identity/find-account.ts'
import { eraseFromShell } from '../src/server/features/own-data/erase-from-shell.ts'
import { canProveEmail, promoteUser } from '../src/server/features/users/promote-user.ts'
import * as audit from '../src/server/store/audit.ts'
import * as factors from '../src/server/store/factors.ts'
import * as sessions from '../src/server/store/sessions.ts'
import { rememberedMode } from '../src/server/store/shop-mode.ts'
import * as users from '../src/server/store/users.ts'
import { runCommand, settingsOfShop, UsageError } from './command.ts'

/** Grants or revokes the admin role, or removes passkeys and codes. Returns a message, and whether anything was done. */
async function change(
  config: Config,
  action: string,
  email: string,
  unverified: boolean,
): Promise<[string, boolean]> {
  const db = await openWhileRunning(config)
  const isLive = (await rememberedMode(db.read)) === 'live'
  const onlyVerified = !unverified && isLive && canProveEmail({ ...config, mail: config.smtp })
  try {
    return await db.write(async tx => {
      const user = await findByTypedEmail(tx, normalizeEmail(email))
      if (!user) return [`There is no user ${email}. They have to sign up first.`, false]
      if (action === 'grant') {
        await promoteUser(tx, { by: theShop, email: user.email, now: Date.now(), onlyVerified })
        return [`${user.email} is now an admin.`, true]
      }
      if (action === 'reset-factors') {
        await factors.removeAll(tx, user.id)
        await sessions.endAll(tx, user.id)
        const notice = { userId: user.id, what: 'factors_removed', from: undefined, now: Date.now() } as const
        await notifyOwner(tx, { mail: config.smtp }, notice)
        await audit.note(tx, theShop, 'factors_removed', { user: user.id }, Date.now())
        return [`${user.email} no longer has passkeys or codes, and must sign in again.`, true]
      }
      const result = await users.revokeAdmin(tx, user.id)
      if (result === 'none') return [`${user.email} is not an admin.`, true]
      if (result === 'last')
        return [`${user.email} is the last admin and keeps the role: grant it to someone else first.`, false]
      await audit.note(tx, theShop, 'role_taken', { user: user.id }, Date.now())
      return [`${user.email} is no longer an admin.`, true]
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [
      `${error.message} If you know that the email is theirs: npm run shop -- admin grant ${email} --unverified`,
      false,
    ]
  } finally {
    await db.close()
  }
}

/** Erases an account permanently, even if it was already removed. */
async function erase(config: Config, named: string): Promise<[string, boolean]> {
  const db = await openWhileRunning(config)
  try {
    return await eraseFromShell({ db, config, pictureFiles: pictureFilesOf(config), now: Date.now }, named)
  } finally {
    await db.close()
  }
}

await runCommand('admin', async ({ words: [action = '', who = ''], switches }) => {
  if (!/^(grant|revoke|reset-factors|erase)$/.test(action))
    throw new UsageError(`Say grant, revoke, reset-factors or erase, not ${action}`)
  const config = settingsOfShop()
  const [said, done] =
    action === 'erase'
      ? await erase(config, who)
      : await change(config, action, who, switches.unverified === true)
  console.log(said)
  return done
})
