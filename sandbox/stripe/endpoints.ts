import type { Call } from './call.ts'
import { cancelIntent } from './cancel-intent.ts'
import { confirmIntent } from './confirm-intent.ts'
import { createIntent } from './create-intent.ts'
import { invalid } from './errors.ts'
import type { Operation } from './fault-switches.ts'
import { listCharges, listDisputes, listEvents, listIntents, listRefunds } from './lists.ts'
import { makeRefund } from './make-refund.ts'
import { list, read, text } from './parameters.ts'
import { updateIntent } from './update-intent.ts'

export interface Endpoint {
  method: 'GET' | 'POST'
  path: string
  operation: Operation
  /** A browser may call it with the publishable key. */
  publishable?: true
  answer: (call: Call) => object
}

const post = (path: string, operation: Operation, answer: (call: Call) => object): Endpoint => ({
  method: 'POST',
  path,
  operation,
  answer,
})
const get = (path: string, answer: (call: Call) => object): Endpoint => ({
  method: 'GET',
  path,
  operation: 'read',
  answer,
})

export const endpoints: Endpoint[] = [
  get('/payment_intents', listIntents),
  post('/payment_intents', 'create', createIntent),
  {
    ...get('/payment_intents/:id', withSecret(plain(call => call.ledger.intent(call.id)))),
    publishable: true,
  },
  { ...post('/payment_intents/:id/confirm', 'confirm', withSecret(confirmIntent)), publishable: true },
  post('/payment_intents/:id/cancel', 'cancel', cancelIntent),
  post('/payment_intents/:id', 'update', updateIntent),
  get('/refunds', listRefunds),
  post('/refunds', 'refund', makeRefund),
  get('/disputes', listDisputes),
  get('/charges', listCharges),
  get('/events', listEvents),
]

function plain(answer: (call: Call) => object): (call: Call) => object {
  return call => {
    read(call.form, { expand: list, client_secret: text })
    return answer(call)
  }
}

/** The client secret lets a browser access this payment and no other. */
function withSecret(answer: (call: Call) => object): (call: Call) => object {
  return call => {
    const intent = call.ledger.intent(call.id)
    const secret = call.form.get('client_secret')
    if (secret === undefined ? call.publishable : secret !== intent.client_secret) {
      throw invalid(
        'The client_secret provided does not match the client_secret associated with this PaymentIntent.',
        {
          code: 'payment_intent_invalid_parameter',
          param: 'client_secret',
        },
      )
    }
    return answer(call)
  }
}
