import type { Books } from './books.ts'
import { type AnsweredCall, type Call, isDone, paramsOf } from './call.ts'
import { sentOrders } from './orders.ts'
import type { Account, People } from './people.ts'
import type { Complain, Rules } from './rules.ts'
import { type AuditEntry, fieldsOf, ordersIn, textOf } from './wire.ts'

interface Act {
  what: string
  /** The id of what it is about, as the entry has it; undefined if it is about the account itself. */
  about: string | undefined
  by: Account
  /** Repeats with one key are one act. */
  key: string
}

type ActOf = (
  call: AnsweredCall,
  params: Readonly<Record<string, string>>,
) => { what: string; about?: string; key?: string }[]

const about =
  (what: string): ActOf =>
  (_, { id = '' }) => [{ what, about: id }]

/** What the log has about each call that changes something for others, or about one's own account. */
const acts: Readonly<Record<string, ActOf>> = {
  'POST /api/addItem': ({ answer }) => [{ what: 'item_added', about: textOf(fieldsOf(answer.body)._id) }],
  'PATCH /api/item/{id}': ({ answer, body }, { id = '' }) =>
    // A change that changes nothing leaves the version and the log alone, and so does one that was made already.
    fieldsOf(answer.body).version === fieldsOf(body).version
      ? []
      : [{ what: 'item_changed', about: id, key: `version ${fieldsOf(answer.body).version}` }],
  'POST /api/item/{id}/stock': ({ body }, { id = '' }) =>
    fieldsOf(body).counted === undefined ? [{ what: 'stock_changed', about: id }] : [],
  'POST /api/booking/{id}/refund': about('refund_asked'),
  'POST /api/booking/{id}/paid': ({ answer }) =>
    ordersIn(answer.body).map(({ _id, transactionId }) => ({
      what: 'payment_noted',
      about: _id,
      key: transactionId ?? '',
    })),
  'POST /api/booking/{id}/unsend': about('order_unsent'),
  'POST /api/booking/send': call => sentOrders(call).map(id => ({ what: 'orders_sent', about: id })),
  'GET /api/booking.csv': () => [{ what: 'orders_exported' }],
  'GET /api/auth/export': () => [{ what: 'data_exported' }],
  'PUT /api/auth/password': () => [{ what: 'password_changed' }],
  'POST /api/auth/sign-out': () => [{ what: 'signed_out' }],
  'POST /api/items.csv': () => [],
}

/** The log has every act that was seen, and reads like a log. */
export class Audit implements Rules {
  readonly #people: People
  readonly #acts: Act[] = []
  readonly #closed: { call: AnsweredCall; by: Account; email: string }[] = []

  constructor(people: People) {
    this.#people = people
  }

  answered(call: AnsweredCall): void {
    const by = this.#people.callerOf(call)
    if (!by || !isDone(call)) return
    for (const [route, actOf] of Object.entries(acts)) {
      const params = paramsOf(call, route)
      if (params)
        for (const act of actOf(call, params))
          this.#acts.push({ what: act.what, about: act.about, by, key: act.key ?? keyOf(call) })
    }
    const removed = paramsOf(call, 'DELETE /api/user/{email}')
    if (removed) this.#closed.push({ call, by, email: removed.email ?? '' })
  }

  quiet({ audit }: Books, complain: Complain): void {
    this.#checkOrder(audit, complain)
    // A person who comes back after an erasure is somebody else.
    const groups = Map.groupBy(
      this.#acts,
      ({ what, about: id, by }) => `${what} ${id ?? ''} by ${by.email} (${by.uid})`,
    )
    for (const [act, made] of groups) {
      const [first] = made
      if (!first) continue
      const seen = new Set(made.map(({ key }) => key)).size
      const entries = audit.filter(
        entry =>
          entry.what === first.what &&
          (first.about === undefined || isAbout(entry, first.about)) &&
          isBy(entry, first.by),
      )
      if (entries.length < seen)
        complain('audit log complete', `${seen} times ${act}, the log has it ${entries.length} times`)
    }
    const removals = audit.filter(({ what }) => what === 'user_removed').length
    if (removals < this.#closed.length)
      complain('audit log complete', `${this.#closed.length} users were removed, the log has ${removals}`)
  }

  #checkOrder(audit: readonly AuditEntry[], complain: Complain): void {
    for (const [index, entry] of audit.entries()) {
      const newer = audit[index - 1]
      if (newer && newer.at < entry.at)
        complain('audit log in order', `${newer._id} at ${newer.at} stands after ${entry._id} at ${entry.at}`)
    }
    const hashes = new Set(audit.map(({ hash }) => hash))
    if (hashes.size < audit.length) complain('audit log in order', 'two entries have one hash')
  }
}

const keyOf = ({ idempotencyKey, number }: Call): string => idempotencyKey ?? `call ${number}`

/** A removed user's email has a note behind it; of an erased one only the id is left. */
const isBy = ({ who }: AuditEntry, { email, uid }: Account): boolean =>
  who !== null && (who.startsWith(email) || uid === undefined || who === uid)

const isAbout = ({ detail }: AuditEntry, id: string): boolean => JSON.stringify(detail).includes(id)
