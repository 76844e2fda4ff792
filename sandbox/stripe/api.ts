import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from './call.ts'
import { type Endpoint, endpoints } from './endpoints.ts'
import { invalid, StripeRefusal } from './errors.ts'
import { apiVersion } from './event.ts'
import { expanded } from './expand.ts'
import { type Form, parseForm } from './form.ts'
import { type Answer, fingerprintOf, type Idempotency } from './idempotency.ts'
import { newId } from './ids.ts'
import { isPublishable, secretKeyRequired } from './keys.ts'
import { publicPart } from './payment-intent.ts'

export interface Api extends Pick<Call, 'ledger' | 'settlements' | 'webhooks' | 'faults'> {
  idempotency: Idempotency
}

/** Stripe's API: everything below /v1. */
export async function apiRoutes(app: FastifyInstance, api: Api): Promise<void> {
  configureProtocol(app)
  for (const endpoint of endpoints) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      handler: (request, reply) => serve(api, endpoint, request, reply),
    })
  }
}

/** Accepts forms, returns JSON and Stripe's error format, and allows every origin. */
function configureProtocol(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, parseForm(String(body))),
  )
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Request-Id, Idempotent-Replayed, Stripe-Should-Retry',
      'cache-control': 'no-cache, no-store',
      'request-id': newId('req'),
      'stripe-version': apiVersion,
    })
    const key = request.headers['idempotency-key']
    if (typeof key === 'string') reply.header('idempotency-key', key)
  })
  app.setErrorHandler((error, request, reply) => {
    const answer = error instanceof StripeRefusal ? refusalOf(error) : faultOf(error)
    if (answer.status >= 500) request.log.error(error)
    return reply.code(answer.status).send(answer.body)
  })
  app.setNotFoundHandler((request, reply) => {
    const refusal = invalid(
      `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`,
      {},
      404,
    )
    return reply.code(404).send(refusalOf(refusal).body)
  })
  app.options('/*', async (_, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
        'access-control-allow-methods': 'GET, POST, OPTIONS',
        'access-control-max-age': '300',
      })
      .send(),
  )
}

/** Checks in Stripe's order: faults, then the API key, then the idempotency key, then the work. */
async function serve(api: Api, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  if (api.faults.strikes(endpoint.operation)) {
    if (api.faults.now.outage) return cut(reply)
    if (api.faults.take('answer429')) throw tooMany
    if (api.faults.take('answer500')) throw outOfOrder
  }
  const publishable = isPublishable(request.headers.authorization)
  if (publishable && !endpoint.publishable) throw secretKeyRequired
  const call = callOf(api, request, publishable, String(reply.getHeader('request-id')))
  const answer = await once(api, endpoint, request, reply, call)
  if (api.faults.takeDroppedReply(endpoint.operation)) return cut(reply)
  return reply.code(answer.status).send(answer.body)
}

function callOf(api: Api, request: FastifyRequest, publishable: boolean, requestId: string): Call {
  const { ledger, settlements, webhooks, faults } = api
  const query = request.url.split('?')[1] ?? ''
  const form = request.method === 'GET' ? parseForm(query) : bodyOf(request)
  const params = request.params as { id?: string }
  const cause = { id: requestId, idempotency_key: keyOf(request) ?? null }
  return { id: params.id ?? '', form, publishable, cause, ledger, settlements, webhooks, faults }
}

const bodyOf = (request: FastifyRequest): Form => (request.body instanceof Map ? request.body : new Map())

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && key !== '' && request.method === 'POST' ? key.slice(0, 255) : undefined
}

/** Does the work, or repeats the earlier response for the same idempotency key. */
async function once(
  api: Api,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
): Promise<Answer> {
  const idempotencyKey = keyOf(request)
  const key = idempotencyKey && `${call.publishable ? 'publishable' : 'secret'}:${idempotencyKey}`
  const fingerprint = fingerprintOf(request.url, call.form)
  const before = key && api.idempotency.recall(key, fingerprint)
  if (before) {
    reply.header('idempotent-replayed', 'true')
    return before
  }
  if (key) api.idempotency.begin(key)
  try {
    if (api.faults.now.hangMs > 0 && api.faults.strikes(endpoint.operation))
      await pause(api.faults.now.hangMs)
    const { answer, carriedOut } = saved500(api, endpoint, call) ?? work(endpoint, call)
    if (key && carriedOut) api.idempotency.remember(key, fingerprint, answer)
    return answer
  } finally {
    if (key) api.idempotency.end(key)
  }
}

/** Saves a 500 under the idempotency key like any other response, with or without doing the work. */
function saved500(api: Api, endpoint: Endpoint, call: Call): ReturnType<typeof work> | undefined {
  if (!api.faults.strikes(endpoint.operation)) return undefined
  if (api.faults.take('saved500')) return { answer: fault, carriedOut: true }
  if (!api.faults.take('saved500AfterWork')) return undefined
  work(endpoint, call)
  return { answer: fault, carriedOut: true }
}

function work(endpoint: Endpoint, call: Call): { answer: Answer; carriedOut: boolean } {
  try {
    const body = endpoint.answer(call)
    return { answer: { status: 200, body: shown(call, body) }, carriedOut: true }
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    return { answer: refusalOf(error, call.publishable), carriedOut: !error.beforeWork }
  }
}

function shown(call: Call, body: object): object {
  if (call.publishable)
    return 'object' in body && body.object === 'payment_intent'
      ? publicPart(call.ledger.intent(call.id))
      : body
  const asked = call.form.get('expand')
  const paths = asked instanceof Map ? [...asked.values()].filter(path => typeof path === 'string') : []
  return expanded(call.ledger, body, paths)
}

function refusalOf(error: StripeRefusal, publishable = false): Answer {
  const { payment_intent: intent, ...rest } = error.body
  const seen = publishable && intent ? publicPart(intent) : intent
  return {
    status: error.status,
    body: { error: seen === undefined ? rest : { ...rest, payment_intent: seen } },
  }
}

/** Any other error is a bug: a 500, or the 4xx status that Fastify set. */
function faultOf(error: unknown): Answer {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status < 500)
    return { status, body: { error: { type: 'invalid_request_error', message: 'Invalid request.' } } }
  return fault
}

/** The caller sees a reset connection and cannot know whether the work was done. */
export function cut(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.socket?.resetAndDestroy()
  return reply
}

const outOfOrder = new StripeRefusal(500, {
  type: 'api_error',
  message: 'An unknown error occurred. Stripe is sorry (the sandbox was asked to fail).',
})

const fault: Answer = { status: 500, body: { error: outOfOrder.body } }

const tooMany = invalid(
  'Request rate limit exceeded. You can learn more about rate limits here https://stripe.com/docs/rate-limits.',
  { code: 'rate_limit' },
  429,
)
