import type { ProviderPayment, WorldEvent } from '../interfaces.ts'
import { countPayments } from './count-payments.ts'
import { endpointOf } from './endpoint-of.ts'

type Sent = Extract<WorldEvent, { kind: 'sent' }>
type Answered = Extract<WorldEvent, { kind: 'answered' }>

/** Calls that are worth a crash in their middle. */
const acts: Readonly<Record<string, string>> = {
  'POST /booking': 'an order is placed',
  'POST /create-payment-intent': 'a payment begins',
  'PATCH /booking/{id}': 'a payment is reported',
  'POST /booking/{id}/refund': 'an order is refunded',
  'POST /booking/{id}/paid': 'an order is marked as paid',
  'POST /booking/{id}/covered': 'an order is covered by a voucher',
  'DELETE /myBooking/{id}': 'an order is removed',
}

/** What the answer to a call, or its refusal, means. */
const meanings: Readonly<Record<string, string>> = {
  'POST /booking 201': 'order placed',
  'POST /booking out_of_stock': 'order refused: out of stock',
  'POST /booking idempotency_conflict': 'one key for two orders',
  'POST /create-payment-intent out_of_stock': 'lapsed order could not be held again',
  'POST /create-payment-intent voucher_refused': 'voucher refused',
  'POST /create-payment-intent already_paid': 'payment refused: already paid',
  'PATCH /booking/{id} 200': 'payment reported and settled',
  'PATCH /booking/{id} payment_refunded': 'payment settled by a refund',
  'PATCH /booking/{id} payment_mismatch': 'foreign payment claimed',
  'PATCH /booking/{id} payment_pending': 'payment reported too early',
  'DELETE /myBooking/{id} 204': 'order removed',
  'DELETE /myBooking/{id} already_paid': 'removal refused: already paid',
  'PUT /booking/{id}/quantity 200': 'quantity changed',
  'POST /booking/{id}/paid 200': 'order marked as paid',
  'POST /booking/{id}/paid bad_input': 'marking refused: amount, day or customer',
  'POST /booking/{id}/paid already_paid': 'marking refused: already paid',
  'POST /booking/{id}/covered 200': 'order covered by a voucher',
  'POST /booking/{id}/covered voucher_refused': 'covering refused',
  'POST /booking/{id}/transfer 200': 'transfer announced',
  'POST /booking/{id}/refund 200': 'refund by an admin',
  'POST /booking/{id}/refund amount_too_high': 'refund refused: too much',
  'POST /booking/send 200': 'orders sent',
  'POST /booking/{id}/unsend 200': 'order unsent',
  'POST /auth/erase 204': 'account erased',
  'POST /auth/reset 204': 'password reset by a link',
  'DELETE /user/{email} 204': 'user removed by an admin',
  'PUT /user/{email}/removed 200': 'removed user brought back',
  'POST /items.csv 200': 'items imported',
}

/** What people mean to do where the wire does not show it. */
const intentions = [
  'in two tabs',
  'leaves the page of the bank',
  'closes the page before',
  'turns on the authenticator app',
]

/** Counts how often worlds get into states that are hard to reach. It judges nothing. */
export class Census {
  readonly counts = new Map<string, number>()
  /** The calls of the contract that have succeeded. */
  readonly reached = new Set<string>()
  /** What the people did not expect of any shop. */
  readonly confusions: string[] = []
  #open = new Map<number, Sent>()
  #keys = new Set<string>()
  #orderStates = new Map<string, string>()
  /** The orders of each payment that was begun, and when. */
  #begun = new Map<string, { orders: string[]; at: number }>()

  see(event: WorldEvent): void {
    if (event.kind === 'sent') this.#seeSent(event)
    if (event.kind === 'answered') this.#seeAnswer(event)
    if (event.kind === 'lost') this.#open.delete(event.call)
    if (event.kind === 'mail') this.#count('email received')
    if (event.kind === 'crashed') this.#seeCrash(event.powerLoss)
    if (event.kind === 'told') this.#hear(event.who, event.line)
  }

  /** At the end of a world, with all payments in the provider's books. */
  endWorld(payments: readonly ProviderPayment[]): void {
    for (const [what, times] of countPayments(payments, this.#begun)) this.#count(what, times)
    this.#open.clear()
    this.#keys.clear()
    this.#orderStates.clear()
    this.#begun.clear()
  }

  #count(what: string, times = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + times)
  }

  #hear(who: string, line: string): void {
    if (line.startsWith('is confused')) this.confusions.push(`${who} ${line}`)
    const start = intentions.find(one => line.startsWith(one) || line.endsWith(one))
    if (start) this.#count(`somebody ${start}`)
  }

  #seeSent(event: Sent): void {
    const name = nameOf(event)
    const isTwice = [...this.#open.values()].some(
      other => nameOf(other) === name && other.path === event.path,
    )
    if (isTwice && name === 'POST /booking/{id}/refund') this.#count('refund twice at once')
    if (isTwice && name === 'PATCH /booking/{id}') this.#count('payment reported twice at once')
    const key = event.headers['idempotency-key']
    if (key !== undefined && this.#keys.has(key)) this.#count('sent again with the same key')
    if (key !== undefined) this.#keys.add(key)
    this.#open.set(event.call, event)
  }

  #seeAnswer({ call, status, body, at }: Answered): void {
    const sent = this.#open.get(call)
    this.#open.delete(call)
    const name = sent && nameOf(sent)
    if (!sent || !name) return
    const { code } = { ...(body as { code?: unknown } | null) }
    const meaning = meanings[`${name} ${code ?? status}`]
    if (meaning) this.#count(meaning)
    if (status >= 500) this.#count(`answer ${status}`)
    if (status >= 300) return
    this.reached.add(name)
    if (name === 'POST /create-payment-intent') this.#begin(sent.body, body, at)
    this.#seeOrders(body)
  }

  #begin(asked: unknown, answer: unknown, at: number): void {
    const { _id, with: others = [] } = asked as { _id: string; with?: string[] }
    const { clientSecret } = answer as { clientSecret: string }
    const orders = [...new Set([_id, ...others])]
    this.#begun.set(clientSecret.split('_secret_')[0] ?? '', { orders, at })
  }

  /** Orders show their state wherever they are listed. */
  #seeOrders(body: unknown): void {
    for (const one of [body].flat()) {
      const { _id, state } = { ...(one as { _id?: unknown; state?: unknown } | null) }
      if (typeof _id !== 'string' || typeof state !== 'string') continue
      const before = this.#orderStates.get(_id)
      if (before === state) continue
      this.#orderStates.set(_id, state)
      this.#count(
        before === 'lapsed' && state === 'paid'
          ? 'order paid after its hold had lapsed'
          : `order seen ${state}`,
      )
    }
  }

  #seeCrash(isPowerLoss: boolean): void {
    this.#count(isPowerLoss ? 'power loss' : 'crash')
    for (const sent of this.#open.values()) {
      const act = acts[nameOf(sent) ?? '']
      if (act) this.#count(`crash while ${act}`)
    }
  }
}

const nameOf = ({ to, method, path }: Sent): string | undefined =>
  to === 'cards' ? undefined : endpointOf(method, path)
