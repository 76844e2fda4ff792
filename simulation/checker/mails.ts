import type { Mail } from '../interfaces.ts'
import { amountIn, thousandthsOf } from './amounts.ts'
import type { Books } from './books.ts'
import type { Currency } from './currency.ts'
import { discountFor } from './delivery.ts'
import type { Orders } from './orders.ts'
import type { People } from './people.ts'
import type { Complain, Rules } from './rules.ts'
import { emailOf, type Order, type RefundEntry, sumOf } from './wire.ts'

/** Receipts, emails about refunds and about parcels: each once, right, and to the right person. */
export class Mails implements Rules {
  readonly #orders: Orders
  readonly #people: People
  readonly #currency: Currency
  /** By Message-ID: a second copy of one message is the same message. */
  readonly #mails = new Map<string, Mail>()

  constructor(orders: Orders, people: People, currency: Currency) {
    this.#orders = orders
    this.#people = people
    this.#currency = currency
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
    const read = (text: string) => amountIn(text, this.#currency.codeFor(books.reading) ?? 'USD')
    const paid = books.orders.filter(order => order.paid && !this.#mayBeErased(order, books))
    for (const [transaction, orders] of Map.groupBy(paid, ({ transactionId }) => transactionId ?? ''))
      checkReceipt(
        mails.filter(
          ({ subject, text }) =>
            subject.startsWith('Your receipt for ') &&
            (orders[0]?.paidBy ? hasNumber(text, orders[0].number) : text.includes(transaction)),
        ),
        orders,
        read,
        complain,
      )
    for (const order of paid) {
      const own = mails.filter(
        ({ to, text, subject }) =>
          emailOf(to) === emailOf(order.email) &&
          hasNumber(text, order.number) &&
          !subject.startsWith('Your receipt'),
      )
      const told = own.flatMap(({ text }) => /^Refunded: (.+)$/m.exec(text)?.[1] ?? []).map(read)
      const canceled = own.filter(({ subject }) => subject.endsWith('has been canceled')).map(() => 0)
      checkRefunds(order, [...told, ...canceled], books.refunds.get(order._id) ?? [], complain)
      this.#checkParcels(order, own, complain)
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

function checkReceipt(
  receipts: readonly Mail[],
  orders: readonly Order[],
  read: (text: string) => number,
  complain: Complain,
): void {
  const numbers = orders.map(({ number }) => number)
  const [receipt] = receipts
  if (receipts.length !== 1 || !receipt) {
    complain('receipt once', `${receipts.length} receipts for ${numbers}`)
    return
  }
  if (orders.some(({ email }) => emailOf(email) !== emailOf(receipt.to)))
    complain('mail to its owner', `the receipt for ${numbers} went to ${receipt.to}`)
  const total = sumOf(orders.map(({ paidAmount }) => thousandthsOf(paidAmount)))
  const told = read(/^Paid(?: together)?: (.+)$/m.exec(receipt.text)?.[1] ?? '')
  if (told !== total)
    complain('receipt amount', `the receipt for ${numbers} says ${told / 1000}, ${total / 1000} were paid`)
  const delivery = sumOf(orders.map(({ paidDelivery }) => thousandthsOf(paidDelivery)))
  const line = /^Delivery: (.+)$/m.exec(receipt.text)?.[1]
  if ((line === undefined ? 0 : read(line)) !== delivery)
    complain('receipt amount', `the receipt for ${numbers} has '${line}' for delivery of ${delivery / 1000}`)
  const discount = sumOf(orders.map(discountFor))
  const less = /^Discount(?: \S+)?: (.+)$/m.exec(receipt.text)?.[1]
  if ((less === undefined ? 0 : -read(less)) !== discount)
    complain(
      'receipt amount',
      `the receipt for ${numbers} has '${less}' for a discount of ${discount / 1000}`,
    )
  for (const number of numbers)
    if (!hasNumber(receipt.text, number))
      complain('receipt once', `the receipt for ${numbers} leaves out ${number}`)
}

const hasNumber = (text: string, number: string): boolean => new RegExp(`\\b${number}\\b`).test(text)

/** As many emails about refunds of each amount as refunds of it. */
function checkRefunds(
  { number }: Order,
  told: readonly number[],
  entries: readonly RefundEntry[],
  complain: Complain,
): void {
  for (const amount of new Set([...told, ...entries.map(entry => thousandthsOf(entry.amount))])) {
    const about = entries.filter(entry => thousandthsOf(entry.amount) === amount)
    const done = about.filter(({ status }) => status === 'succeeded').length
    const failed = about.filter(({ status }) => status === 'failed').length
    const emails = told.filter(one => Object.is(one, amount)).length
    // A refund that fails may have succeeded before.
    if (emails < done || emails > done + failed)
      complain(
        'refund email once',
        `${number}: ${done} refunds of ${amount / 1000}, ${emails} emails about them`,
      )
  }
}
