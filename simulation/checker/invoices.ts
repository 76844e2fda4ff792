import { thousandthsOf } from './amounts.ts'
import type { Books } from './books.ts'
import type { Complain, Rules } from './rules.ts'
import { type Invoice, type Order, sumOf } from './wire.ts'

/** Every paid order has one invoice over what was paid, and credit notes over what went back; numbers have no gaps. */
export class Invoices implements Rules {
  quiet({ orders, invoices }: Books, complain: Complain): void {
    for (const order of orders) checkOrder(order, invoices.get(order._id) ?? [], complain)
    const numbers = [...invoices.values()].flat().map(({ number }) => number)
    for (const series of ['INV', 'CN']) checkSeries(series, numbers, complain)
  }
}

function checkOrder(order: Order, documents: readonly Invoice[], complain: Complain): void {
  const amountsOf = (series: string) =>
    documents
      .filter(({ number }) => number.startsWith(`${series}-`))
      .map(({ amount }) => thousandthsOf(amount))
  const [invoiced, credited] = [amountsOf('INV'), amountsOf('CN')]
  if (invoiced.length !== (order.paid ? 1 : 0))
    complain('one invoice', `${order.number} has ${invoiced.length} invoices, and paid is ${order.paid}`)
  if (order.paid && sumOf(invoiced) !== thousandthsOf(order.paidAmount))
    complain(
      'invoice amount',
      `${order.number}: ${sumOf(invoiced) / 1000} invoiced, ${order.paidAmount} paid`,
    )
  if (sumOf(credited) !== thousandthsOf(order.refundedAmount))
    complain(
      'credit notes',
      `${order.number}: ${sumOf(credited) / 1000} credited, ${order.refundedAmount} refunded`,
    )
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
