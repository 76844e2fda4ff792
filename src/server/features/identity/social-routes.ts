import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiRoot } from '#contract/endpoint.ts'
import { SocialFailure, type SocialSignIn } from '../../adapters/social.ts'
import type { Deps } from '../../deps.ts'
import { visitorOf } from '../../http/address.ts'
import { ShopCookie } from '../../http/cookies.ts'
import { requestLog } from '../../http/log.ts'
import { ownOrigin } from '../../http/origin.ts'
import { sendErrorPage } from '../../http/problems.ts'
import { newToken } from '../../sessions/tokens.ts'
import { finishSocialSignIn, flowMs, type Problem, startSocialSignIn } from './social.ts'
import type { Provider } from './social-link.ts'

/** Sets the cookie that proves the visitor's identity. */
export type Prove = (reply: FastifyReply, userId: string) => Promise<void>

const loginPage = '/login'

/**
 * Signing in with an account at a provider. Browsers navigate to these URLs, so they respond with redirects. Details for the
 * sign-in page are in the fragment, which never reaches a server or a log.
 */
export function socialRoutes(app: FastifyInstance, deps: Deps, prove: Prove): void {
  for (const provider of ['google', 'github', 'oidc'] as const) {
    const signIn = deps[provider]
    const path = `${apiRoot}/auth/${provider}`
    navigate(app, path, async (request, reply) =>
      signIn ? start(deps, provider, signIn, request, reply) : problemPage('off'),
    )
    navigate(app, `${path}/callback`, async (request, reply) =>
      signIn ? finish(deps, provider, signIn, request, reply, prove) : problemPage('off'),
    )
  }
}

async function start(
  deps: Deps,
  provider: Provider,
  signIn: SocialSignIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const redirectUri = callbackOf(deps, provider, request)
  if (!redirectUri) return problemPage('failed')
  // The browser's secret is reused, so that two tabs do not interfere with each other.
  const browser = browserCookie(deps).readToken(request) ?? newToken()
  const { next } = request.query as { next?: unknown }
  const visitor = visitorOf(request, deps.config)
  const url = await startSocialSignIn(deps, { provider, signIn, redirectUri, next, browser, visitor })
  browserCookie(deps).set(reply, browser)
  return url.href
}

async function finish(
  deps: Deps,
  provider: Provider,
  signIn: SocialSignIn,
  request: FastifyRequest,
  reply: FastifyReply,
  prove: Prove,
): Promise<string> {
  const callback = URL.parse(callbackOf(deps, provider, request) ?? '')
  if (!callback) return problemPage('failed')
  callback.search = request.url.split('?').slice(1).join('?')
  const arrived = await finishSocialSignIn(deps, {
    provider,
    signIn,
    callback,
    browser: browserCookie(deps).readToken(request),
  })
  if ('problem' in arrived) {
    if (arrived.failure) noteFailure(request, arrived.failure)
    return problemPage(arrived.problem, arrived.next)
  }
  await prove(reply, arrived.user.id)
  return `${loginPage}#${new URLSearchParams({ proven: arrived.user.email, next: arrived.next })}`
}

/** Redirects without caching and without a referrer, because the URL may contain a code. */
function navigate(
  app: FastifyInstance,
  path: string,
  destination: (request: FastifyRequest, reply: FastifyReply) => Promise<string>,
): void {
  const options = {
    config: { access: 'anyone' },
    errorHandler: sendErrorPage,
    exposeHeadRoute: false,
  } as const
  app.get(path, options, async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const to = await destination(request, reply).catch((error: unknown) => {
      if (!(error instanceof SocialFailure)) throw error
      noteFailure(request, error)
      return problemPage(error.reason)
    })
    return reply.redirect(to, 303)
  })
}

function noteFailure(request: FastifyRequest, failure: SocialFailure): void {
  if (failure.reason === 'failed')
    requestLog(request).warn(`${request.routeOptions.url}: ${reasonOf(failure)}`)
}

/** Only messages: the causes contain the provider's responses, which may include tokens. */
function reasonOf(error: Error): string {
  return error.cause instanceof Error ? `${error.message}: ${reasonOf(error.cause)}` : error.message
}

/** Includes the return page, because the visitor may sign in by another method. */
const problemPage = (problem: Problem, next?: string): string =>
  `${loginPage}#${new URLSearchParams({ problem, ...(next && { next }) })}`

function callbackOf({ config }: Deps, provider: Provider, request: FastifyRequest): string | undefined {
  const origin = ownOrigin(request, config.publicUrl)
  return origin && `${origin}${apiRoot}/auth/${provider}/callback`
}

const browserCookie = ({ config }: Deps): ShopCookie => new ShopCookie(config, 'browser', flowMs)
