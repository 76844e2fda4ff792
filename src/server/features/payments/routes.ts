import type { FastifyInstance } from 'fastify'
import { attention } from '#contract/attention.ts'
import { apiRoot } from '#contract/endpoint.ts'
import { notedPayments } from '#contract/noted-payments.ts'
import { payments as contract } from '#contract/payments.ts'
import { refunds } from '#contract/refunds.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Cards } from '../../adapters/cards.ts'
import type { Deps } from '../../deps.ts'
import { visitorOf } from '../../http/address.ts'
import type { Serve } from '../../http/serve.ts'
import { countRefusals } from '../../limits/rates.ts'
import * as shopContent from '../../store/shop-content.ts'
import { cardsOff } from './cards-off.ts'
import { awaitTransfer } from './noted/await-transfer.ts'
import { notePayment } from './noted/note-payment.ts'
import { listAttention } from './reconcile/attention.ts'
import { listRefunds } from './refund/list-refunds.ts'
import { refundOrder } from './refund/refund-order.ts'
import { receiveWebhook } from './settle/receive-webhook.ts'
import { confirmPayment } from './start/confirm-payment.ts'
import { limitCodes } from './start/limit-codes.ts'
import { payCovered } from './start/pay-covered.ts'
import { startPayment } from './start/start-payment.ts'

export function paymentRoutes(app: FastifyInstance, serve: Serve, deps: Deps): void {
  const { stripe } = deps.config

  serve(contract.options, async () => ({
    cards: stripe ? { publishableKey: stripe.publishableKey, scriptUrl: stripe.scriptUrl ?? null } : null,
    transfer: (await shopContent.read(deps.db.read)).transfer,
    emails: deps.mail !== undefined,
  }))

  serve(contract.createIntent, ({ caller, body, request }) =>
    countRefusals(deps, request, async () => {
      await limitCodes(deps, request, body.voucher)
      const visitor = visitorOf(request, deps.config)
      return startPayment(deps, cardsOf(deps), caller, { ...body, visitor })
    }),
  )

  serve(contract.cover, ({ caller, params, body, request }) =>
    countRefusals(deps, request, async () => {
      await limitCodes(deps, request, body.voucher)
      return payCovered(deps, caller, { ...body, _id: params.id })
    }),
  )

  serve(contract.confirm, ({ caller, params, body }) => {
    if (body.bookingId !== params.id) {
      throw new Refusal('bad_input', 'Check what you entered.', {
        fields: { bookingId: 'This is another order.' },
      })
    }
    return confirmPayment(deps, cardsOf(deps), caller, body)
  })

  serve(notedPayments.note, ({ caller, params, body, idempotencyKey }) =>
    notePayment(deps, caller, { ...body, orderId: params.id, key: idempotencyKey }),
  )

  serve(notedPayments.awaitTransfer, ({ caller, params, body }) =>
    awaitTransfer(deps, caller, [params.id, ...(body.with ?? [])]),
  )

  serve(refunds.make, ({ caller, params, body, idempotencyKey }) =>
    refundOrder(deps, caller, { ...body, orderId: params.id, key: idempotencyKey }),
  )

  serve(refunds.list, ({ params }) => listRefunds(deps, params.id))

  serve(attention.list, () => listAttention(deps))

  app.register(async scope => {
    // The signature covers the exact bytes that were sent.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(`${apiRoot}/stripe/webhook`, { config: { access: 'provider' } }, async request => {
      const signature = request.headers['stripe-signature']
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await receiveWebhook(deps, cardsOf(deps), body, typeof signature === 'string' ? signature : undefined)
      return { received: true }
    })
  })
}

function cardsOf({ cards }: Deps): Cards {
  if (!cards) throw cardsOff()
  return cards
}
