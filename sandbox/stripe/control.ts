import type { FastifyInstance } from 'fastify'
import type { Api } from './api.ts'
import { byHand } from './by-hand.ts'
import { cardNumbered } from './cards.ts'
import { confirm, confirmable, notConfirmable, pay } from './confirm-intent.ts'
import { invalid, StripeRefusal } from './errors.ts'
import { faultsFrom } from './fault-switches.ts'
import { type ImportedCharge, importCharges } from './import-charges.ts'
import { paymentMethodNamed } from './payment-method.ts'

/** For the sandbox dashboard and the shop's tests; the shop itself never calls these. */
export async function controlRoutes(app: FastifyInstance, api: Api): Promise<void> {
  configureRequests(app)
  app.get('/faults', async () => api.faults.now)
  app.put('/faults', async request => api.faults.set(changesIn(request.body)))
  app.post('/faults', async (request, reply) => {
    api.faults.set(changesIn(request.body))
    return reply.redirect('/stripe', 303)
  })
  app.post('/faults/reset', async (request, reply) => {
    const faults = api.faults.reset()
    return acceptsHtml(request.headers.accept) ? reply.redirect('/stripe', 303) : faults
  })
  app.post<{ Params: { id: string } }>('/events/:id/resend', async (request, reply) => {
    const event = api.ledger.event(request.params.id)
    api.webhooks.resend(event)
    return acceptsHtml(request.headers.accept) ? reply.redirect('/stripe', 303) : { id: event.id }
  })
  app.get<{ Params: { id: string } }>('/events/:id/attempts', async request => {
    const event = api.ledger.event(request.params.id)
    return { id: event.id, type: event.type, attempts: api.webhooks.attempts(event.id) }
  })
  app.put<{ Body: ImportedCharge[] }>('/import', async (request, reply) => {
    importCharges(api.ledger, request.body)
    return reply.code(204).send()
  })
  app.post<{ Params: { id: string }; Body: { card?: string } | null }>(
    '/test/payment_intents/:id/succeed',
    async request => payWithoutBrowser(api, request.params.id, request.body?.card ?? '4242424242424242'),
  )
  app.post<{ Params: { id: string; act: string }; Body: { amount?: unknown } | null }>(
    '/test/:id/:act',
    async (request, reply) => {
      const { id, act } = request.params
      const moved = byHand(api, act, id, request.body?.amount)
      return acceptsHtml(request.headers.accept) ? reply.redirect('/stripe', 303) : moved
    },
  )
}

function configureRequests(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  // A page of another site must not set the fault switches of a running sandbox.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.headers['sec-fetch-site'] === 'cross-site')
      return reply.code(403).send()
  })
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof StripeRefusal) return reply.code(error.status).send({ error: error.body })
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (status >= 500) request.log.error(error)
    return reply
      .code(status)
      .send({ error: { message: status < 500 ? 'Invalid request.' : 'The sandbox failed.' } })
  })
}

const acceptsHtml = (accept: string | undefined) => accept?.includes('text/html') ?? false

function changesIn(body: unknown) {
  const changes = typeof body === 'object' && body !== null ? faultsFrom({ ...body }) : undefined
  if (changes === undefined)
    throw invalid('Unknown fault switch or value; GET /stripe/faults shows all of them.')
  return changes
}

/** Pays as if the buyer had entered this card and passed 3-D Secure, without a browser. */
function payWithoutBrowser(api: Api, id: string, number: string) {
  const test = cardNumbered(number.replaceAll(' ', ''))
  const card = paymentMethodNamed(test?.token ?? number)
  if (card === undefined) throw invalid(`Not a test card: ${number}`)
  const intent = api.ledger.intent(id)
  if (!confirmable.includes(intent.status)) throw notConfirmable(intent)
  const call = { id, form: new Map(), publishable: true, cause: null, ...api }
  if (card.behaviour !== 'authenticates') return confirm(call, intent, card)
  api.ledger.saveCard(card)
  return pay(call, intent, card.method, true)
}
