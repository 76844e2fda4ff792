import { normalizeEmail } from '#domain/email.ts'
import { readConfig } from '../src/server/config.ts'
import { openShop } from '../src/server/open-shop.ts'
import * as users from '../src/server/store/users.ts'

const usage = 'Usage: npm run admin -- grant EMAIL\n       npm run admin -- revoke EMAIL'

/** Gives or takes the admin role from the shell; answers what to tell, or why not. */
async function change(action: string, email: string): Promise<{ said: string; done: boolean }> {
  const { db, now } = await openShop(readConfig(process.env), () => undefined)
  try {
    return await db.write(async tx => {
      const user =
        action === 'grant'
          ? await users.makeAdmin(tx, normalizeEmail(email), now())
          : await users.findByEmail(tx, normalizeEmail(email))
      if (!user) return { said: `There is no user ${email}. They have to sign up first.`, done: false }
      if (action === 'grant') return { said: `${user.email} is an admin now.`, done: true }
      const revoked = await users.revokeAdmin(tx, user.id)
      return revoked
        ? { said: `${user.email} is no longer an admin.`, done: true }
        : {
            said: `${user.email} is the last admin and keeps the role: grant it to somebody else first.`,
            done: false,
          }
    })
  } finally {
    await db.close()
  }
}

const [action = '', email = ''] = process.argv.slice(2)
if (!/^(grant|revoke)$/.test(action) || !email) {
  console.error(usage)
  process.exitCode = 2
} else {
  const { said, done } = await change(action, email)
  console.log(said)
  process.exitCode = done ? 0 : 1
}
