import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { html } from '../page.ts'
import { answerChallenge } from './answer-challenge.ts'
import { type Api, cut } from './api.ts'
import { invalid, StripeRefusal } from './errors.ts'
import { written } from './money.ts'

const file = (name: string) => readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8')

/** In dependency order. */
const modules = ['ask.js', 'frame.js', 'element.js', 'elements.js', 'challenge.js', 'stripe.js']

/** Joins the modules into one classic script, so that `window.Stripe` exists once it has loaded. */
function joinModules(): string {
  const bodies = modules.map(name =>
    file(name)
      .replace(/^import [^']*'[^']*'\n/gm, '')
      .replace(/^export /gm, ''),
  )
  return `;(() => {\n'use strict'\n${bodies.join('\n')}\n})()\n`
}

const types: Record<string, string> = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' }
const frameFiles = [
  'ask.js',
  'card-rules.js',
  'card-frame.js',
  'card-frame.css',
  'look.js',
  'parent.js',
  'three-d-secure.js',
  'three-d-secure.css',
]

/** Stripe.js, the card fields and the 3-D Secure page, which browsers load from the provider. */
export async function hostedRoutes(app: FastifyInstance, api: Api, context: Context): Promise<void> {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof StripeRefusal) return reply.code(error.status).send({ error: error.body })
    request.log.error(error)
    return reply.code(500).send({ error: { message: 'The sandbox failed.' } })
  })
  app.get('/v3.js', async (_, reply) => {
    if (api.faults.now.scriptOutage) return cut(reply)
    const headers = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
    return reply
      .headers({ ...headers, 'cache-control': 'no-cache' })
      .type(String(types.js))
      .send(joinModules())
  })
  for (const name of frameFiles) {
    const type = String(types[name.slice(name.lastIndexOf('.') + 1)])
    app.get(`/browser/${name}`, async (_, reply) =>
      reply.header('cache-control', 'no-cache').type(type).send(file(name)),
    )
  }
  app.get('/elements/card', async (_, reply) => frame(reply, context, cardPage))
  app.get<{ Params: { id: string } }>('/3ds/:id', async (request, reply) => {
    const { id, amount, currency } = api.ledger.intent(request.params.id)
    return frame(reply, context, challengePage(id, written(amount, currency)))
  })
  app.post<{ Params: { id: string }; Body: { client_secret?: unknown; outcome?: unknown } | null }>(
    '/3ds/:id',
    async request => {
      const { client_secret: secret, outcome } = request.body ?? {}
      if (outcome !== 'complete' && outcome !== 'fail') throw invalid('The outcome is complete or fail.')
      const { status } = answerChallenge(api, request.params.id, secret, outcome)
      return { status }
    },
  )
}

/** Frames allow no inline code, and only this machine's shop can embed them. */
function frame(reply: FastifyReply, context: Context, body: string): FastifyReply {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `font-src http://localhost:* http://127.0.0.1:* ${context.shopUrl}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors http://localhost:* http://127.0.0.1:* ${context.shopUrl}`,
  ].join('; ')
  return reply
    .headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(body)
}

const cardPage = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Card details</title><link rel="stylesheet" href="/stripe/browser/card-frame.css"></head>
<body>
<form id="card" autocomplete="on" novalidate hidden>
  <div class="wide">
    <label class="Label" for="number">Card number</label>
    <span class="field"><input class="Input" id="number" name="number" inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234" aria-describedby="number-error" spellcheck="false"><span id="brand" aria-hidden="true"></span></span>
    <p class="Error" id="number-error" role="alert"></p>
  </div>
  <div>
    <label class="Label" for="expiry">Expiration date</label>
    <input class="Input" id="expiry" name="expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY" aria-describedby="expiry-error" spellcheck="false">
    <p class="Error" id="expiry-error" role="alert"></p>
  </div>
  <div>
    <label class="Label" for="cvc">Security code</label>
    <input class="Input" id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="CVC" aria-describedby="cvc-error" spellcheck="false">
    <p class="Error" id="cvc-error" role="alert"></p>
  </div>
</form>
<script type="module" src="/stripe/browser/card-frame.js"></script>
</body>
</html>`.text

const challengePage = (id: string, price: string) =>
  html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>3-D Secure</title><link rel="stylesheet" href="/stripe/browser/three-d-secure.css"></head>
<body data-intent="${id}">
<main>
  <h1>3-D Secure</h1>
  <p>Your (imaginary) bank asks: do you want to pay <strong>${price}</strong>?</p>
  <div class="choices"><button type="button" value="complete" disabled>Complete</button> <button type="button" value="fail" disabled>Fail</button></div>
  <p id="message" role="status"></p>
</main>
<script type="module" src="/stripe/browser/three-d-secure.js"></script>
</body>
</html>`.text
