import type Stripe from 'stripe'
import type { Call } from './call.ts'
import { invalid, missing } from './errors.ts'
import type { FormValue } from './form.ts'
import { flag, group, integer, list, read, text } from './parameters.ts'
import { idOf } from './refund.ts'

const range = group({ gt: integer, gte: integer, lt: integer, lte: integer })

/** A timestamp or a range. */
function created(value: FormValue, name: string) {
  if (typeof value !== 'string') return range(value, name)
  const moment = integer(value, name)
  return { gte: moment, lte: moment }
}

const paging = { created, ending_before: text, expand: list, limit: integer, starting_after: text }

interface Paging {
  created?: ReturnType<typeof created>
  ending_before?: string
  limit?: number
  starting_after?: string
}

export function listIntents(call: Call): Stripe.ApiList<Stripe.PaymentIntent> {
  const asked = read(call.form, paging)
  return page(call.ledger.intents(), asked, '/v1/payment_intents', 'payment_intent')
}

export function listCharges(call: Call): Stripe.ApiList<Stripe.Charge> {
  const asked = read(call.form, { ...paging, payment_intent: text })
  return page(ofIntent(call.ledger.charges(), asked), asked, '/v1/charges', 'charge')
}

export function listRefunds(call: Call): Stripe.ApiList<Stripe.Refund> {
  const asked = read(call.form, { ...paging, charge: text, payment_intent: text })
  return page(ofCharge(ofIntent(call.ledger.refunds(), asked), asked), asked, '/v1/refunds', 'refund')
}

export function listDisputes(call: Call): Stripe.ApiList<Stripe.Dispute> {
  const asked = read(call.form, { ...paging, charge: text, payment_intent: text })
  return page(ofCharge(ofIntent(call.ledger.disputes(), asked), asked), asked, '/v1/disputes', 'dispute')
}

type Reference = string | { id: string } | null

const ofIntent = <T extends { payment_intent: Reference }>(all: T[], asked: { payment_intent?: string }) =>
  all.filter(one => asked.payment_intent === undefined || idOf(one.payment_intent) === asked.payment_intent)

const ofCharge = <T extends { charge: Reference }>(all: T[], asked: { charge?: string }) =>
  all.filter(one => asked.charge === undefined || idOf(one.charge) === asked.charge)

export function listEvents(call: Call): Stripe.ApiList<Stripe.Event> {
  const asked = read(call.form, { ...paging, delivery_success: flag, type: text, types: list })
  const waiting = call.webhooks.undelivered()
  const matching = call.ledger
    .events()
    .filter(event => asked.type === undefined || event.type === asked.type)
    .filter(event => asked.types === undefined || asked.types.includes(event.type))
    .filter(event => asked.delivery_success === undefined || waiting.has(event.id) !== asked.delivery_success)
    .map(event => ({ ...event, pending_webhooks: waiting.has(event.id) ? 1 : 0 }))
  return page(matching, asked, '/v1/events', 'event')
}

/** One page, newest first, after or before a cursor. */
function page<T extends { id: string; created: number }>(
  all: T[],
  asked: Paging,
  url: string,
  noun: string,
): Stripe.ApiList<T> {
  const limit = asked.limit ?? 10
  if (limit < 1 || limit > 100) {
    throw invalid('This value must lie between 1 and 100.', {
      code: 'parameter_invalid_integer',
      param: 'limit',
    })
  }
  const {
    gt = -1,
    gte = 0,
    lt = Number.MAX_SAFE_INTEGER,
    lte = Number.MAX_SAFE_INTEGER,
  } = asked.created ?? {}
  const matching = all.filter(({ created: at }) => at > gt && at >= gte && at < lt && at <= lte)
  const indexOf = (id: string, param: string) => {
    const index = matching.findIndex(item => item.id === id)
    if (index < 0) throw missing(noun, id, param)
    return index
  }
  if (asked.ending_before !== undefined) {
    const end = indexOf(asked.ending_before, 'ending_before')
    return { object: 'list', data: matching.slice(Math.max(0, end - limit), end), has_more: end > limit, url }
  }
  const start = asked.starting_after === undefined ? 0 : indexOf(asked.starting_after, 'starting_after') + 1
  return {
    object: 'list',
    data: matching.slice(start, start + limit),
    has_more: matching.length > start + limit,
    url,
  }
}
