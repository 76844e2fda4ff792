import type { FastifyReply, FastifyRequest } from 'fastify'
import { factors as contract, passkeys as passkeyCalls, totp as totpCalls } from '#contract/factors.ts'
import { signedOut } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../deps.ts'
import { visitorOf } from '../../http/address.ts'
import { clientOf } from '../../http/client.ts'
import { ShopCookie } from '../../http/cookies.ts'
import { ownOrigin } from '../../http/origin.ts'
import type { Serve } from '../../http/serve.ts'
import { countRefusals, limitWrite } from '../../limits/rates.ts'
import { newToken, tokenHash } from '../../sessions/tokens.ts'
import * as passkeyStore from '../../store/passkeys.ts'
import * as sessions from '../../store/sessions.ts'
import * as users from '../../store/users.ts'
import { deviceCookieOf } from '../identity/known-device.ts'
import { proofCookieOf, toUser, writeProof } from '../identity/proof.ts'
import { challengeMs } from './challenges.ts'
import { checkCode } from './check-code.ts'
import { passkeyOrigin } from './passkey-origin.ts'
import {
  addPasskey,
  type ChallengeSource,
  checkPasskey,
  creationOptions,
  requestOptions,
  toPasskey,
} from './passkeys.ts'
import { prove } from './reauthenticate.ts'
import { removePasskey, removeTotp, unknownPasskey } from './remove-factor.ts'
import { beginTotp, confirmTotp, renewRecoveryCodes } from './set-up-totp.ts'
import { signInMethodsOf } from './sign-in-methods.ts'
import type { SignedInCaller } from './signed-in-caller.ts'

/** The contract requires a session. */
function signedInCaller(request: FastifyRequest): SignedInCaller {
  const { session } = request
  if (!session) throw signedOut()
  return { caller: session.caller, session: session.tokenHash, from: clientOf(request) }
}

export function factorRoutes(serve: Serve, deps: Deps): void {
  serve(contract.show, ({ caller }) => signInMethodsOf(deps, caller))
  serve(contract.prove, ({ body, request }) =>
    prove(deps, {
      ...signedInCaller(request),
      ...codeOrigin(deps, request),
      submitted: body,
      visitor: visitorOf(request, deps.config),
      source: () => answerSource(deps, request),
    }),
  )
  passkeyRoutes(serve, deps)
  totpRoutes(serve, deps)
}

function passkeyRoutes(serve: Serve, deps: Deps): void {
  const { db, config, now } = deps
  const proofCookie = proofCookieOf(config)

  serve(passkeyCalls.options, ({ caller, request, reply }) =>
    creationOptions(deps, caller, newChallengeSource(deps, request, reply)),
  )
  serve(passkeyCalls.add, ({ body, request }) =>
    countRefusals(deps, request, () =>
      addPasskey(deps, signedInCaller(request), body, answerSource(deps, request)),
    ),
  )
  serve(passkeyCalls.rename, ({ caller, params, body, request }) => {
    const limit = { name: `passkey names of ${caller.userId}`, most: 30, withinMs: 3_600_000 }
    return countRefusals(deps, request, () =>
      db.write(async tx => {
        await limitWrite(tx, limit, now(), 'new names')
        const renamed = await passkeyStore.rename(tx, caller.userId, params.id, body.name)
        if (!renamed) throw unknownPasskey()
        return toPasskey(renamed)
      }),
    )
  })
  serve(passkeyCalls.remove, ({ params, request }) => removePasskey(deps, signedInCaller(request), params.id))
  serve(passkeyCalls.challenge, ({ request, reply }) => {
    // Valid once, so it must not be cached.
    reply.header('cache-control', 'no-store')
    return requestOptions(deps, newChallengeSource(deps, request, reply))
  })
  serve(passkeyCalls.signIn, async ({ body, request, reply }) => {
    const showing = { shown: body, source: answerSource(deps, request) }
    const { proof, user } = await checkPasskey(deps, showing, async (tx, userId) => ({
      proof: await writeProof(tx, userId, now(), true),
      user: await users.find(tx, userId),
    }))
    if (!user) throw new Refusal('user_not_found', 'User not found')
    proofCookie.set(reply, proof)
    return { user: toUser(user) }
  })
}

function totpRoutes(serve: Serve, deps: Deps): void {
  const { db, config, now } = deps
  const proofCookie = proofCookieOf(config)

  serve(totpCalls.begin, ({ caller, request }) => countRefusals(deps, request, () => beginTotp(deps, caller)))
  serve(totpCalls.confirm, ({ body, request }) => confirmTotp(deps, signedInCaller(request), body.code))
  serve(totpCalls.remove, ({ request }) => removeTotp(deps, signedInCaller(request)))
  serve(totpCalls.renew, ({ request }) =>
    countRefusals(deps, request, () => renewRecoveryCodes(deps, signedInCaller(request))),
  )
  serve(totpCalls.check, async ({ body, request }) => {
    const hash = tokenHash(proofCookie.read(request) ?? '')
    const proof = await sessions.findProof(db.read, hash, now())
    if (!proof) throw new Refusal('proof_missing', 'Your sign-in has expired. Sign in again.')
    const typed = {
      userId: proof.user_id,
      code: body.code,
      step: 'sign_in' as const,
      ...codeOrigin(deps, request),
    }
    await checkCode(deps, typed, tx => sessions.strengthenProof(tx, hash, now()))
  })
}

/** The origin of a code. */
const codeOrigin = ({ config }: Deps, request: FastifyRequest) => ({
  from: clientOf(request),
  deviceCookie: deviceCookieOf(config).read(request),
})

/** For a new challenge: sets the browser's half in a cookie, or reuses the existing one, so that two tabs work. */
function newChallengeSource(deps: Deps, request: FastifyRequest, reply: FastifyReply): ChallengeSource {
  const origin = passkeyOriginOf(deps, request)
  const browser = browserCookie(deps).readToken(request) ?? newToken()
  browserCookie(deps).set(reply, browser)
  return { origin, browser, visitor: visitorOf(request, deps.config) }
}

/** For an answer. Without the browser's half, no challenge matches. */
const answerSource = (deps: Deps, request: FastifyRequest): ChallengeSource => ({
  origin: passkeyOriginOf(deps, request),
  browser: browserCookie(deps).readToken(request) ?? '',
  visitor: visitorOf(request, deps.config),
})

const passkeyOriginOf = ({ config }: Deps, request: FastifyRequest) =>
  passkeyOrigin(ownOrigin(request, config.publicUrl))

const browserCookie = ({ config }: Deps) => new ShopCookie(config, 'passkey', challengeMs)
