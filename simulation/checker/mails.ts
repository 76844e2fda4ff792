import type { Mail } from '../interfaces.ts'
import type { Books } from './books.ts'
import type { Orders } from './orders.ts'
import type { People } from './people.ts'
import type { Complain, Rules } from './rules.ts'
import { emailOf, minorOf, type Order, sumOf } from './wire.ts'

/** Receipts, emails about refunds and about parcels: each once, right, and to the right person. */
export class Mails implements Rules {
  readonly #orders: Orders
  readonly #people: People
  /** By Message-ID: a second copy of one message is the same message. */
  readonly #mails = new Map<string, Mail>()

  constructor(orders: Orders, people: People) {
    this.#orders = orders
    this.#people = people
  }

  mail(mail: Mail, complain: Complain): void {
    const same = this.#mails.get(mail.id)
    if (same && (same.to !== mail.to || same.text !== mail.text))
      complain('one message', `'${mail.subject}' and '${same.subject}' have one Message-ID`)
    this.#mails.set(mail.id, same ?? mail)
    const to = emailOf(mail.to)
    const mayBeAdmin = this.#people
      .find(to)
      ?.isAdmin.possible({ step: 0, at: mail.at, answer: undefined }) ?? [true]
    if (mayBeAdmin.includes(true)) return
    const numbers = new Map(this.#orders.all.map(order => [order.number, order]))
    for (const [number] of mail.text.matchAll(/\bT-\d+\b/g)) {
      const order = numbers.get(number)
      if (order && emailOf(order.first.email) !== to)
        complain('mail to its owner', `'${mail.subject}' to ${to} is about ${number} of ${order.first.email}`)
    }
  }

  quiet(books: Books, complain: Complain): void {
    const mails = [...this.#mails.values()]
    const paid = books.orders.filter(order => order.paid && !this.#mayBeErased(order, books))
    for (const [transaction, orders] of Map.groupBy(paid, ({ transactionId }) => transactionId ?? ''))
      checkReceipt(
        mails.filter(
          ({ subject, text }) => subject.startsWith('Your receipt for ') && text.includes(transaction),
        ),
        orders,
        complain,
      )
    for (const order of paid) {
      const own = mails.filter(
        ({ to, text, subject }) =>
          emailOf(to) === emailOf(order.email) &&
          hasNumber(text, order.number) &&
          !subject.startsWith('Your receipt'),
      )
      this.#checkRefunds(order, own, books, complain)
      this.#checkParcels(order, own, complain)
    }
  }

  #checkRefunds(order: Order, mails: readonly Mail[], books: Books, complain: Complain): void {
    const amounts = mails.flatMap(({ text }) => /^Refunded: (.+)$/m.exec(text)?.[1] ?? []).map(minorIn)
    const entries = books.refunds.get(order._id) ?? []
    for (const minor of new Set([...amounts, ...entries.map(({ amount }) => minorOf(amount))])) {
      const about = entries.filter(({ amount }) => minorOf(amount) === minor)
      const done = about.filter(({ status }) => status === 'succeeded').length
      const failed = about.filter(({ status }) => status === 'failed').length
      const told = amounts.filter(amount => amount === minor).length
      // A refund that fails may have succeeded before.
      if (told < done || told > done + failed)
        complain(
          'refund email once',
          `${order.number}: ${done} refunds of ${minor} minor units, ${told} emails about them`,
        )
    }
  }

  #checkParcels(order: Order, mails: readonly Mail[], complain: Complain): void {
    const told = mails.filter(({ subject }) => subject.endsWith(' is on its way')).length
    const sendings = this.#orders.byId.get(order._id)?.sendings.length ?? 0
    if (order.sentAt !== null && told === 0)
      complain('parcel email', `nobody was told that ${order.number} is sent`)
    if (told > sendings)
      complain('parcel email', `${order.number} was sent ${sendings} times, told ${told} times`)
  }

  #mayBeErased({ _id }: Order, { reading }: Books): boolean {
    const owner = this.#orders.byId.get(_id)?.owner
    return owner === undefined || this.#people.mayBeClosed(owner, reading)
  }
}

function checkReceipt(receipts: readonly Mail[], orders: readonly Order[], complain: Complain): void {
  const numbers = orders.map(({ number }) => number)
  const [receipt] = receipts
  if (receipts.length !== 1 || !receipt) {
    complain('receipt once', `${receipts.length} receipts for ${numbers}`)
    return
  }
  if (orders.some(({ email }) => emailOf(email) !== emailOf(receipt.to)))
    complain('mail to its owner', `the receipt for ${numbers} went to ${receipt.to}`)
  const total = sumOf(orders.map(({ paidAmount }) => minorOf(paidAmount)))
  const told = minorIn(/^Paid(?: together)?: (.+)$/m.exec(receipt.text)?.[1] ?? '')
  if (told !== total)
    complain('receipt amount', `the receipt for ${numbers} says ${told}, ${total} were paid`)
  for (const number of numbers)
    if (!hasNumber(receipt.text, number))
      complain('receipt once', `the receipt for ${numbers} leaves out ${number}`)
}

const hasNumber = (text: string, number: string): boolean => new RegExp(`\\b${number}\\b`).test(text)

/** '$1,234.50' and '$18' in minor units. */
const minorIn = (text: string): number => Math.round(Number(text.replace(/[$,]/g, '') || Number.NaN) * 100)
