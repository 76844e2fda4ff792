import { invalid } from './errors.ts'
import type { Ledger } from './ledger.ts'
import { idOf } from './refund.ts'

type StripeObject = Record<string, unknown>
type Fetch = (ledger: Ledger, id: string) => object

/** Which ids can be expanded into objects, by type of object. */
const expandable: Record<string, Record<string, Fetch>> = {
  payment_intent: {
    latest_charge: (ledger, id) => ledger.charge(id),
    payment_method: (ledger, id) => ledger.card(id).method,
  },
  charge: {
    payment_intent: (ledger, id) => ledger.intent(id),
  },
  dispute: {
    charge: (ledger, id) => ledger.charge(id),
    payment_intent: (ledger, id) => ledger.intent(id),
  },
  refund: {
    charge: (ledger, id) => ledger.charge(id),
    payment_intent: (ledger, id) => ledger.intent(id),
    payment_method: (ledger, id) => ledger.card(id).method,
  },
}

/** `expand[]=latest_charge`, `expand[]=data.latest_charge.payment_intent`: each path is resolved step by step. */
export function expanded(ledger: Ledger, answer: object, paths: string[]): object {
  let object: StripeObject = { ...answer }
  for (const path of paths) object = expandPath(ledger, object, path.split('.'), path)
  return object
}

function expandPath(ledger: Ledger, object: StripeObject, steps: string[], path: string): StripeObject {
  const [step, ...rest] = steps
  if (step === undefined) return object
  if (object.object === 'list' && step === 'data' && Array.isArray(object.data)) {
    return { ...object, data: object.data.map(item => expandPath(ledger, { ...item }, rest, path)) }
  }
  if (object.object === 'charge' && step === 'refunds')
    return { ...object, refunds: refundsOf(ledger, object) }
  const fetch = expandable[String(object.object)]?.[step]
  if (fetch === undefined) throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
  const value = object[step]
  if (value === null || value === undefined) return object
  const below = typeof value === 'string' ? fetch(ledger, value) : value
  return { ...object, [step]: expandPath(ledger, { ...below }, rest, path) }
}

function refundsOf(ledger: Ledger, charge: StripeObject): object {
  const data = ledger.refunds().filter(refund => idOf(refund.charge) === charge.id)
  return { object: 'list', data, has_more: false, url: `/v1/charges/${charge.id}/refunds` }
}
