import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { identity as contract } from '#contract/identity.ts'
import { Refusal } from '#domain/refusal.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { visitorOf } from '../../http/address.ts'
import { readCookie, setCookie } from '../../http/cookies.ts'
import type { Serve } from '../../http/serve.ts'
import { bearerOf } from '../../http/session.ts'
import * as sessions from '../../store/sessions.ts'
import * as users from '../../store/users.ts'
import { deviceMs, markedDevice } from './device.ts'
import { enter } from './enter.ts'
import { optionsOf } from './options.ts'
import { giveProof, proofMs, toUser } from './proof.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { type Prove, socialRoutes } from './social-routes.ts'

export function identityRoutes(app: FastifyInstance, serve: Serve, deps: Deps): void {
  const { config, db } = deps
  const secure = config.publicUrl?.startsWith('https:') ?? false
  const [cookieName, deviceCookie] = ['tuckshop_proof', 'tuckshop_device'].map(name =>
    secure ? `__Host-${name}` : name,
  ) as [string, string]
  const carry = (reply: FastifyReply, proof: string) =>
    setCookie(reply, cookieName, proof, { maxAgeSeconds: proofMs / 1000, secure })
  const remember = (request: FastifyRequest, reply: FastifyReply, user: UserRow) => {
    const marked = markedDevice(readCookie(request, deviceCookie), user)
    if (marked) setCookie(reply, deviceCookie, marked, { maxAgeSeconds: deviceMs / 1000, secure })
  }
  const prove: Prove = async (reply, userId) => carry(reply, await giveProof(deps, userId))

  const sendOptions = optionsOf(deps)
  serve(contract.options, ({ request, reply }) => sendOptions(request, reply))

  serve(contract.signUp, async ({ body, request, reply }) => {
    const user = await signUp(deps, body, visitorOf(request, config))
    await prove(reply, user.id)
    return { user: toUser(user) }
  })

  serve(contract.signIn, async ({ body, request, reply }) => {
    const { user, proof } = await signIn(deps, {
      ...body,
      visitor: visitorOf(request, config),
      deviceCookie: readCookie(request, deviceCookie),
    })
    carry(reply, proof)
    remember(request, reply, user)
    return { user: toUser(user) }
  })

  serve(contract.enter, async ({ params, body, request, reply }) => {
    const bearer = request.session && bearerOf(request.headers.authorization)
    const { token, user } = await enter(deps, {
      emails: [params.email, body.email],
      proof: readCookie(request, cookieName),
      session: request.session && bearer ? { token: bearer, email: request.session.caller.email } : undefined,
    })
    setCookie(reply, cookieName, '', { maxAgeSeconds: 0, secure })
    if (user) remember(request, reply, user)
    return { token }
  })

  serve(contract.me, async ({ caller }) => {
    const user = await users.find(db.read, caller.userId)
    if (!user) throw new Refusal('signed_out', 'This account no longer exists.')
    return { ...toUser(user), admin: caller.admin }
  })

  serve(contract.signOut, async ({ request }) => {
    const hash = request.session?.tokenHash
    if (hash) await db.write(tx => sessions.end(tx, hash))
  })

  socialRoutes(app, deps, prove)
}
