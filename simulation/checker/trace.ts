import type { CallAnswer, Mail, ProviderPayment, WorldEvent } from '../interfaces.ts'
import { newChecker } from './checker.ts'
import type { Item, ManagedItem, Order } from './wire.ts'

type Part = WorldEvent extends infer E ? (E extends WorldEvent ? Omit<E, 'step' | 'at'> : never) : never

const begin = Date.parse('2030-01-01T10:00:00Z')
const minute = 60_000

export interface Ask {
  body?: unknown
  key?: string
  to?: 'shop' | 'cards'
}

/** A short world written by hand, with a checker that watches it. */
export class Trace {
  readonly checker = newChecker()
  readonly rules: string[] = []
  readonly sentences: string[] = []
  now = begin
  #step = 0
  #call = 0
  readonly #tokens = new Map<string, string>()

  see(event: Part): void {
    this.#step += 1
    this.#complain(this.checker.see({ ...event, step: this.#step, at: this.now } as WorldEvent))
  }

  wait(minutes: number): void {
    this.now += minutes * minute
  }

  /** Sends 'GET /api/items' and returns the number of the call. */
  send(who: string, route: string, { body, key, to = 'shop' }: Ask = {}): number {
    const [method = '', path = ''] = route.split(' ')
    const token = this.#tokens.get(who)
    this.#call += 1
    this.see({
      kind: 'sent',
      call: this.#call,
      who,
      device: who,
      to,
      method,
      path,
      ...(body !== undefined && { body }),
      headers: {
        ...(token && to === 'shop' && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
      },
    })
    return this.#call
  }

  answer(call: number, status: number, body: unknown = null): void {
    this.see({ kind: 'answered', call, status, headers: {}, body })
  }

  lose(call: number): void {
    this.see({ kind: 'lost', call })
  }

  ask(who: string, route: string, status: number, answer: unknown = null, ask: Ask = {}): void {
    this.answer(this.send(who, route, ask), status, answer)
  }

  refuse(who: string, route: string, status: number, code: string, ask: Ask = {}): void {
    this.ask(who, route, status, { code }, ask)
  }

  mail(to: string, subject: string, text: string, more: Partial<Mail> = {}): void {
    const id = more.id ?? `<${this.#step}@shop.example>`
    this.see({ kind: 'mail', mail: { id, at: this.now, to, subject, text, html: '', files: [], ...more } })
  }

  /** A signed-in customer; signing in again opens another session. */
  signUp(who: string, uid = `uid-${who}`): string {
    const email = emailOf(who)
    const user = { uid, email, displayName: who, photoURL: null }
    this.ask(
      who,
      'POST /api/auth/sign-up',
      201,
      { user },
      { body: { name: who, email, password: 'a secret of mine' } },
    )
    this.signIn(who)
    return email
  }

  signIn(who: string, as = who): void {
    const token = `${as}-${this.#call}`.padEnd(43, '_')
    const email = emailOf(as)
    this.#tokens.delete(who)
    this.ask(who, `PUT /api/users/${encodeURIComponent(email)}`, 200, { token }, { body: { email } })
    this.#tokens.set(who, token)
  }

  /** Another window of the same device. */
  share(from: string, to: string): void {
    this.#tokens.set(to, this.#tokens.get(from) ?? '')
  }

  /** A signed-in admin who has come first and followed the link of the shop. */
  admin(who = 'olga'): string {
    const email = this.signUp(who)
    this.ask(who, 'POST /api/auth/welcome', 204, null, { body: { token: 'x'.repeat(43) } })
    return email
  }

  /** The owner has chosen a currency, and the rates of its taxes. */
  sellIn(currency: string, taxRates: readonly object[] = []): void {
    const body = { version: 1, content: { currency, taxRates } }
    this.ask('olga', 'PUT /api/shopContent', 200, { ...body, version: 2 }, { body })
  }

  addItem(fields: Partial<ManagedItem> = {}, who = 'olga'): ManagedItem {
    const item = itemOf(fields)
    const { name, price, mustQuantity, availableQuantity, description, photoUrl } = item
    const body = { name, price, mustQuantity, availableQuantity, description, photoUrl }
    this.ask(who, 'POST /api/addItem', 201, publicPart(item), { body })
    return item
  }

  /** An order that was placed and acknowledged. */
  place(who: string, item: Item, fields: Partial<Order> = {}, key?: string): Order {
    const order = orderOf(who, item, { createdAt: this.iso(), heldUntil: this.iso(30), ...fields })
    this.ask(who, 'POST /api/booking', 201, order, { body: formOf(order), ...(key && { key }) })
    return order
  }

  /** Pays for an order with a card, and returns it as it is then. */
  pay(who: string, order: Order, payment = newPayment()): Order {
    const { totalPrice: amount, currency } = order
    const clientSecret = `${payment}_secret_x`
    this.ask(
      who,
      'POST /api/create-payment-intent',
      200,
      { clientSecret, amount, currency },
      { body: { _id: order._id } },
    )
    this.ask(
      who,
      `POST /v1/payment_intents/${payment}/confirm`,
      200,
      { status: 'succeeded' },
      { to: 'cards' },
    )
    const paid = paidOf(order, payment)
    const body = { bookingId: order._id, transactionId: payment }
    this.ask(who, `PATCH /api/booking/${order._id}`, 200, paid, { body })
    return paid
  }

  iso(minutes = 0): string {
    return new Date(this.now + minutes * minute).toISOString()
  }

  async quiet(shop: Shelf = {}): Promise<void> {
    this.wait(24 * 60)
    this.#step += 1
    const facts = {
      step: this.#step,
      at: this.now,
      payments: shop.payments ?? [],
      verify: shop.verify ?? [],
      asOwner: async (path: string) => answerOf(shop, path),
      asCustomer: async () => ({ status: 401, headers: {}, body: null }),
    }
    this.#complain(await this.checker.quiet(facts))
  }

  #complain(complaints: readonly { rule: string; sentence: string }[]): void {
    for (const { rule, sentence } of complaints) {
      this.rules.push(rule)
      this.sentences.push(`${rule}: ${sentence}`)
    }
  }
}

/** What the shop says when the world is quiet: the rows of each list, by path without query. */
export interface Shelf {
  payments?: readonly ProviderPayment[]
  verify?: readonly string[]
  lists?: Readonly<Record<string, unknown>>
}

function answerOf({ lists = {} }: Shelf, path: string): CallAnswer {
  const url = new URL(path, 'http://shop.example')
  const query = url.searchParams
  const isLater = query.has('after')
  for (const name of ['limit', 'after']) query.delete(name)
  const key = `${url.pathname}${query.size > 0 ? `?${query}` : ''}`
  return { status: 200, headers: {}, body: isLater ? [] : (lists[key] ?? []) }
}

export const emailOf = (who: string): string => `${who}@example.com`

let count = 0

function newId(): string {
  count += 1
  return `00000000-0000-7000-8000-${String(count).padStart(12, '0')}`
}

const newPayment = (): string => `pi_${newId().slice(-6)}`

export function itemOf(fields: Partial<ManagedItem> = {}): ManagedItem {
  const availableQuantity = fields.availableQuantity ?? 10
  return {
    _id: newId(),
    name: 'Oak Tray',
    description: 'A tray',
    price: 18.5,
    currency: 'USD',
    photoUrl: '/pictures/tray.webp',
    availableQuantity,
    mustQuantity: 1,
    stars: null,
    reviewCount: 0,
    hidden: false,
    removed: false,
    version: 1,
    stocked: availableQuantity,
    held: 0,
    sold: 0,
    ...fields,
  }
}

export const publicPart = ({ hidden, removed, version, stocked, held, sold, ...item }: ManagedItem): Item =>
  item

export function orderOf(who: string, item: Item, fields: Partial<Order> = {}): Order {
  const quantity = fields.quantity ?? 2
  return {
    _id: newId(),
    number: `T-${1000 + count}`,
    itemId: item._id,
    itemName: item.name,
    ownerName: who,
    email: emailOf(who),
    mobileNumber: '555 0100',
    address: '1 Test Street',
    quantity,
    totalPrice: Math.round(item.price * 100 * quantity) / 100,
    currency: item.currency ?? 'USD',
    state: 'held',
    createdAt: '2030-01-01T10:00:00.000Z',
    heldUntil: '2030-01-01T10:30:00.000Z',
    paid: false,
    paidAt: null,
    paidAmount: null,
    paidDelivery: 0,
    sentAt: null,
    transactionId: null,
    refundedAmount: 0,
    refundPendingAmount: 0,
    refundableAmount: 0,
    disputedAt: null,
    disputeLostAmount: 0,
    keptAmount: 0,
    restockedQuantity: 0,
    ...fields,
  }
}

export const formOf = ({
  itemId,
  itemName,
  ownerName,
  email,
  mobileNumber,
  address,
  quantity,
  totalPrice,
}: Order) => ({
  itemId,
  itemName,
  ownerName,
  email,
  mobileNumber,
  address,
  quantity,
  totalPrice,
})

/** The same order after its payment. */
export const paidOf = (order: Order, transactionId: string): Order => ({
  ...order,
  state: 'paid',
  paid: true,
  paidAt: order.createdAt,
  paidAmount: order.totalPrice,
  keptAmount: order.totalPrice,
  refundableAmount: order.totalPrice,
  transactionId,
})
