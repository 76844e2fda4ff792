import { invalid } from './errors.ts'
import type { Ledger } from './ledger.ts'
import { idOf } from './refund.ts'

type Thing = Record<string, unknown>
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
  let thing: Thing = { ...answer }
  for (const path of paths) thing = follow(ledger, thing, path.split('.'), path)
  return thing
}

function follow(ledger: Ledger, thing: Thing, steps: string[], path: string): Thing {
  const [step, ...rest] = steps
  if (step === undefined) return thing
  if (thing.object === 'list' && step === 'data' && Array.isArray(thing.data)) {
    return { ...thing, data: thing.data.map(item => follow(ledger, { ...item }, rest, path)) }
  }
  if (thing.object === 'charge' && step === 'refunds') return { ...thing, refunds: refundsOf(ledger, thing) }
  const fetch = expandable[String(thing.object)]?.[step]
  if (fetch === undefined) throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
  const value = thing[step]
  if (value === null || value === undefined) return thing
  const below = typeof value === 'string' ? fetch(ledger, value) : value
  return { ...thing, [step]: follow(ledger, { ...below }, rest, path) }
}

function refundsOf(ledger: Ledger, charge: Thing): object {
  const data = ledger.refunds().filter(refund => idOf(refund.charge) === charge.id)
  return { object: 'list', data, has_more: false, url: `/v1/charges/${charge.id}/refunds` }
}
