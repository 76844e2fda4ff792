import { thousandthsOf } from './amounts.ts'
import type { Books } from './books.ts'
import type { Complain, Rules } from './rules.ts'
import { type Invoice, type Order, sumOf } from './wire.ts'

/**
 * Every payment has one invoice over what was paid for its orders, and each order has credit notes over what went back;
 * numbers have no gaps.
 */
export class Invoices implements Rules {
  quiet({ orders, invoices }: Books, complain: Complain): void {
    const documentsOf = (order: Order) => invoices.get(order._id) ?? []
    for (const order of orders) checkOrder(order, documentsOf(order), complain)
    const paid = orders.filter(order => order.paid)
    const payments = Map.groupBy(paid, order => order.transactionId)
    for (const together of payments.values()) checkPayment(together, documentsOf, complain)
    const numbers = [
      ...[...payments.values()].flatMap(together => namesOf(together, documentsOf)),
      ...orders.flatMap(order => documentsOf(order).filter(isCredit).map(numberOf)),
    ]
    for (const series of ['INV', 'CN']) checkSeries(series, numbers, complain)
  }
}

/** A cancellation takes a credit note back, and says how much without a sign. */
export const signedAmount = ({ kind, amount }: Invoice): number =>
  kind === 'cancellation' ? -amount : amount

const numberOf = ({ number }: Invoice): string => number
export const isInvoice = ({ number }: Invoice): boolean => number.startsWith('INV-')
export const isCredit = (document: Invoice): boolean => !isInvoice(document)

type DocumentsOf = (order: Order) => readonly Invoice[]

/** The invoices that the orders of a payment name, each once. */
const namesOf = (together: readonly Order[], documentsOf: DocumentsOf): string[] => [
  ...new Set(together.flatMap(order => documentsOf(order).filter(isInvoice).map(numberOf))),
]

function checkOrder(order: Order, documents: readonly Invoice[], complain: Complain): void {
  const invoiced = documents.filter(isInvoice)
  if (invoiced.length !== (order.paid ? 1 : 0))
    complain('one invoice', `${order.number} has ${invoiced.length} invoices, and paid is ${order.paid}`)
  const credited = sumOf(documents.filter(isCredit).map(document => thousandthsOf(signedAmount(document))))
  if (credited !== thousandthsOf(order.refundedAmount))
    complain('credit notes', `${order.number}: ${credited / 1000} credited, ${order.refundedAmount} refunded`)
  for (const { number, orders } of documents.filter(isCredit))
    if (orders.join() !== order.number)
      complain('credit note of its order', `${number} of ${order.number} is about ${orders.join(', ')}`)
}

function checkPayment(together: readonly Order[], documentsOf: DocumentsOf, complain: Complain): void {
  const names = namesOf(together, documentsOf)
  const what = together.map(({ number }) => number).toSorted()
  if (names.length > 1)
    complain('one invoice', `${what.join(', ')} were paid together, but have ${names.join(' and ')}`)
  const paid = sumOf(together.map(({ paidAmount }) => thousandthsOf(paidAmount)))
  for (const order of together)
    for (const { number, amount, orders } of documentsOf(order).filter(isInvoice)) {
      if (thousandthsOf(amount) !== paid)
        complain('invoice amount', `${number}: ${amount} invoiced, ${paid / 1000} paid`)
      if (orders.toSorted().join() !== what.join())
        complain(
          'invoice of its orders',
          `${number} names ${orders.join(', ')}, but paid were ${what.join(', ')}`,
        )
    }
}

function checkSeries(series: string, numbers: readonly string[], complain: Complain): void {
  const own = numbers
    .filter(number => number.startsWith(`${series}-`))
    .map(number => Number(number.slice(series.length + 1)))
    .toSorted((one, other) => one - other)
  for (const [index, number] of own.entries()) {
    const before = own[index - 1]
    if (number === before) complain('invoice number once', `${series}-${number} was given twice`)
    else if (before !== undefined && number !== before + 1)
      complain('invoice numbers without gaps', `after ${series}-${before} comes ${series}-${number}`)
  }
}
