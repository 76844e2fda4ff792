import type { FastifyReply, FastifyRequest } from 'fastify'
import { account as contract } from '#contract/account.ts'
import { accountGone } from '#domain/access.ts'
import type { UserRow } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import { visitorOf } from '../../http/address.ts'
import { clientOf } from '../../http/client.ts'
import { requestLog } from '../../http/log.ts'
import type { Serve } from '../../http/serve.ts'
import { limitWrite } from '../../limits/rates.ts'
import type { Session } from '../../sessions/find-session.ts'
import * as users from '../../store/users.ts'
import { changePassword } from './change-password.ts'
import { sendResetLink } from './forgot-password.ts'
import { originForLinks } from './mailed-links.ts'
import { endOtherSessions, endSession, listSessions } from './own-sessions.ts'
import { toUser } from './proof.ts'
import { resetPassword } from './reset-password.ts'
import { sendVerification, verifyEmail } from './verify-email.ts'
import { checkWelcome, claimShop } from './welcome.ts'

/** Sets the cookie that marks this browser as known to the account (known-device.ts). */
type MarkBrowser = (request: FastifyRequest, reply: FastifyReply, user: UserRow) => void

export function accountRoutes(serve: Serve, deps: Deps, remember: MarkBrowser): void {
  const { config, db, mail, now } = deps

  serve(contract.forgot, async ({ body, request, reply }) => {
    const forgotten = {
      ...body,
      visitor: visitorOf(request, config),
      origin: deps.firebase ? undefined : originForLinks(request, deps),
    }
    // After the response was sent, or the client has disconnected.
    reply.raw.once('close', () => {
      sendResetLink(deps, forgotten).catch((error: unknown) =>
        requestLog(request).error({ err: error }, 'an email for a new password could not be written'),
      )
    })
  })
  serve(contract.reset, ({ body, request }) =>
    resetPassword(deps, body, visitorOf(request, config), clientOf(request)),
  )
  serve(contract.changePassword, async ({ body, request, reply }) => {
    const session = sessionOf(request)
    const visitor = visitorOf(request, config)
    const user = await changePassword(deps, { session, typed: body, from: clientOf(request), visitor })
    remember(request, reply, user)
  })

  serve(contract.askVerification, ({ caller, request }) =>
    sendVerification(deps, caller, {
      visitor: visitorOf(request, config),
      origin: originForLinks(request, deps),
    }),
  )
  serve(contract.verify, ({ caller, body }) => verifyEmail(deps, caller, body.token))

  serve(contract.checkWelcome, ({ body, request }) =>
    checkWelcome(deps, body.token, visitorOf(request, config)),
  )
  serve(contract.claimShop, ({ caller, body, request }) =>
    claimShop(deps, caller, body.token, visitorOf(request, config)),
  )

  serve(contract.show, async ({ caller }) => {
    const user = await present(users.find(db.read, caller.userId))
    return {
      emailVerified: user.email_verified_at !== null,
      hasPassword: user.password_hash !== null && !deps.firebase,
      hasMail: mail !== undefined,
    }
  })
  serve(contract.rename, ({ caller, body }) =>
    db.write(async tx => {
      const limit = { name: `name of ${caller.userId}`, most: 30, withinMs: 3_600_000 }
      await limitWrite(tx, limit, now(), 'new names')
      await users.rename(tx, caller.userId, body.name)
      return toUser(await present(users.find(tx, caller.userId)))
    }),
  )

  serve(contract.sessions, ({ request }) => listSessions(deps, sessionOf(request)))
  serve(contract.endSession, ({ request, params }) => endSession(deps, sessionOf(request), params.id))
  serve(contract.endOtherSessions, ({ request }) => endOtherSessions(deps, sessionOf(request)))
}

async function present(found: Promise<UserRow | undefined>): Promise<UserRow> {
  const user = await found
  if (!user) throw accountGone()
  return user
}

/** Calls for signed-in users always have a session: access was checked before. */
function sessionOf({ session }: FastifyRequest): Session {
  if (!session) throw accountGone()
  return session
}
