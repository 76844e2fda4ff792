import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { identity as contract } from '#contract/identity.ts'
import { accountGone, hasRole } from '#domain/access.ts'
import type { UserRow } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import { visitorOf } from '../../http/address.ts'
import { clientOf } from '../../http/client.ts'
import type { Serve } from '../../http/serve.ts'
import { bearerOf } from '../../sessions/find-session.ts'
import * as users from '../../store/users.ts'
import { accountRoutes } from './account-routes.ts'
import { exchangeProof } from './exchange-proof.ts'
import { deviceCookieOf, markedDevice } from './known-device.ts'
import { serveOptions } from './options.ts'
import { signOut } from './own-sessions.ts'
import { giveProof, proofCookieOf, proveKnownUser, toUser } from './proof.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { type Prove, socialRoutes } from './social-routes.ts'

export function identityRoutes(app: FastifyInstance, serve: Serve, deps: Deps): void {
  const { config, db } = deps
  const proofCookie = proofCookieOf(config)
  const deviceCookie = deviceCookieOf(config)
  const remember = (request: FastifyRequest, reply: FastifyReply, user: UserRow, codes?: string | null) => {
    const known = deviceCookie.read(request)
    let marked = known
    for (const secret of [user.password_hash, codes ?? null])
      marked = markedDevice(marked, { id: user.id, secret }) ?? marked
    if (marked && marked !== known) deviceCookie.set(reply, marked)
  }
  const prove: Prove = async (reply, userId) => proofCookie.set(reply, await giveProof(deps, userId))

  const sendOptions = serveOptions(deps)
  serve(contract.options, ({ request, reply }) => sendOptions(request, reply))

  serve(contract.signUp, async ({ body, request, reply }) => {
    const user = await signUp(deps, body, visitorOf(request, config))
    proofCookie.set(reply, await db.write(tx => proveKnownUser(tx, user, deps.now())))
    return { user: toUser(user) }
  })

  serve(contract.signIn, async ({ body, request, reply }) => {
    const { user, proof } = await signIn(deps, {
      ...body,
      visitor: visitorOf(request, config),
      deviceCookie: deviceCookie.read(request),
    })
    proofCookie.set(reply, proof)
    remember(request, reply, user)
    return { user: toUser(user) }
  })

  serve(contract.exchangeProof, async ({ params, body, request, reply }) => {
    const bearer = request.session && bearerOf(request.headers.authorization)
    const { token, user, shownCodes } = await exchangeProof(deps, {
      emails: [params.email, body.email],
      proof: proofCookie.read(request),
      client: clientOf(request),
      session: request.session && bearer ? { token: bearer, email: request.session.caller.email } : undefined,
    })
    proofCookie.clear(reply)
    if (user) remember(request, reply, user, shownCodes)
    return { token }
  })

  serve(contract.me, async ({ caller }) => {
    const user = await users.find(db.read, caller.userId)
    if (!user) throw accountGone()
    return {
      ...toUser(user),
      admin: hasRole(caller),
      ...(caller.adminWaits && { secondFactorNeeded: true }),
    }
  })

  serve(contract.signOut, async ({ caller, request }) => {
    const hash = request.session?.tokenHash
    if (hash) await signOut(deps, caller, hash)
  })

  accountRoutes(serve, deps, remember)
  socialRoutes(app, deps, prove)
}
