import { normalizeEmail } from '#domain/email.ts'
import type { Config } from '../src/server/config.ts'
import { openBeside } from '../src/server/db/existing.ts'
import * as users from '../src/server/store/users.ts'
import { runCommand, Slip, settingsOfShop } from './command.ts'

/** Gives or takes the admin role from the shell; says what came of it, and whether it was done. */
async function change(config: Config, action: string, email: string): Promise<[string, boolean]> {
  const db = await openBeside(config)
  try {
    return await db.write(async tx => {
      const user =
        action === 'grant'
          ? await users.makeAdmin(tx, normalizeEmail(email), Date.now())
          : await users.findByEmail(tx, normalizeEmail(email))
      if (!user) return [`There is no user ${email}. They have to sign up first.`, false]
      if (action === 'grant') return [`${user.email} is an admin now.`, true]
      return (await users.revokeAdmin(tx, user.id))
        ? [`${user.email} is no longer an admin.`, true]
        : [`${user.email} is the last admin and keeps the role: grant it to somebody else first.`, false]
    })
  } finally {
    await db.close()
  }
}

await runCommand('admin', async ({ words: [action = '', email = ''] }) => {
  if (!/^(grant|revoke)$/.test(action)) throw new Slip(`Neither grant nor revoke: ${action}`)
  const [said, done] = await change(settingsOfShop(), action, email)
  console.log(said)
  return done
})
