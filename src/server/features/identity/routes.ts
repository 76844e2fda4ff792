import type { FastifyInstance, FastifyReply } from 'fastify'
import { identity as contract } from '#contract/identity.ts'
import { Refusal } from '#domain/refusal.ts'
import { demoAccounts } from '../../db/demo.ts'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import { readCookie, setCookie } from '../../http/cookies.ts'
import type { Serve } from '../../http/serve.ts'
import * as sessions from '../../store/sessions.ts'
import * as users from '../../store/users.ts'
import { enter } from './enter.ts'
import { giveProof, proofMs, toUser } from './proof.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { type Prove, socialRoutes } from './social-routes.ts'

export function identityRoutes(app: FastifyInstance, serve: Serve, deps: Deps): void {
  const { config, db } = deps
  const secure = config.publicUrl?.startsWith('https:') ?? false
  const cookieName = secure ? '__Host-tuckshop_proof' : 'tuckshop_proof'
  const offered = config.mode === 'demo' ? demoAccounts : []
  const carry = (reply: FastifyReply, proof: string) =>
    setCookie(reply, cookieName, proof, { maxAgeSeconds: proofMs / 1000, secure })
  const prove: Prove = async (reply, userId) => carry(reply, await giveProof(deps, userId))

  serve(contract.options, async () => ({
    google: deps.google !== undefined,
    github: deps.github !== undefined,
    openDemo: config.isOpenDemo,
    demoAccounts: offered.map(({ label, email, password }) => ({ label, email, password })),
  }))

  serve(contract.signUp, async ({ body, request, reply }) => {
    const user = await signUp(deps, body, addressOf(request))
    await prove(reply, user.id)
    return { user: toUser(user) }
  })

  serve(contract.signIn, async ({ body, request, reply }) => {
    const { user, proof } = await signIn(deps, body, addressOf(request))
    carry(reply, proof)
    return { user: toUser(user) }
  })

  serve(contract.enter, async ({ params, body, request, reply }) => {
    const token = await enter(deps, {
      emails: [params.email, body.email],
      proof: readCookie(request, cookieName),
      session: request.session,
    })
    setCookie(reply, cookieName, '', { maxAgeSeconds: 0, secure })
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
