import { stepOf, thousandthsIn, thousandthsOf } from './amounts.ts'
import type { Books } from './books.ts'
import type { KnownPayment, Payments } from './payments.ts'
import type { Complain, Rules } from './rules.ts'
import { type Fields, fieldsOf, isFields, type Order, sumOf, textOf } from './wire.ts'

/** A payment keeps the delivery that it was opened with, and each of its orders contains a share. */
export class Delivery implements Rules {
  readonly #payments: Payments

  constructor(payments: Payments) {
    this.#payments = payments
  }

  quiet({ payments, orders, printed }: Books, complain: Complain): void {
    const paid = Map.groupBy(orders, order => order.transactionId)
    for (const { id, amount, currency, metadata } of payments) {
      const known = this.#payments.byId.get(id)
      if (!known) continue
      const code = currency.toUpperCase()
      if (amount !== known.amount)
        complain('amount to pay', `${id} is about ${amount / 1000}, the page said ${known.amount / 1000}`)
      const noted = thousandthsIn(Number(metadata.delivery ?? 0), code)
      if (noted !== known.delivery)
        complain('delivery is noted', `${id}: ${noted / 1000}, the page said ${known.delivery / 1000}`)
      const together = paid.get(id) ?? []
      checkShares(id, { known, together, step: stepOf(code) }, complain)
      checkInvoice(printed.get(id), together, complain)
    }
    for (const { number, paid: isPaid, paidDelivery } of orders)
      if (!isPaid && paidDelivery !== 0)
        complain('share of delivery', `${number} is not paid and has ${paidDelivery} of delivery`)
  }
}

interface Sharing {
  known: KnownPayment
  /** What was paid with it. The others were not kept. */
  together: readonly Order[]
  step: number
}

function checkShares(id: string, { known, together, step }: Sharing, complain: Complain): void {
  const found = totalsIn(known, together)
  if (!found) return
  const { names, totals } = found
  const shares = sharesOf(known.delivery, totals, step)
  for (const { _id, number, paidDelivery } of together) {
    const share = shares[names.indexOf(_id)] ?? 0
    if (thousandthsOf(paidDelivery) !== share)
      complain(
        'share of delivery',
        `${number} has ${paidDelivery} of the ${known.delivery / 1000} for ${id}, its share is ${share / 1000}`,
      )
  }
}

/**
 * What the orders of a payment cost when it was opened, in the order in which they share. Undefined if a quantity was being
 * changed then, and its order was not kept.
 */
export function totalsIn(known: KnownPayment, together: readonly Order[]) {
  const names = [...known.orders].toSorted()
  const totals = names.map(
    name => known.totals.get(name) ?? thousandthsIfAny(together.find(({ _id }) => _id === name)),
  )
  return totals.every(total => total !== undefined) ? { names, totals } : undefined
}

const thousandthsIfAny = (order: Order | undefined): number | undefined =>
  order && thousandthsOf(order.totalPrice)

/** How much less was paid for an order than it costs. */
export const discountFor = ({ totalPrice, paidDelivery, paidAmount }: Order): number =>
  thousandthsOf(totalPrice) + thousandthsOf(paidDelivery) - thousandthsOf(paidAmount)

/** In proportion to the sizes, in whole steps. What is left goes to the largest remainders, and of equal ones to the first. */
export function sharesOf(amount: number, sizes: readonly number[], step: number): number[] {
  const [steps, whole] = [BigInt(Math.round(amount / step)), BigInt(sumOf(sizes))]
  if (whole === 0n) return sizes.map(() => 0)
  const parts = sizes.map((size, index) => {
    const product = steps * BigInt(size)
    return { index, count: Number(product / whole), rest: product % whole }
  })
  const left = Number(steps) - sumOf(parts.map(({ count }) => count))
  const lucky = new Set(
    parts.toSorted((one, other) => Number(other.rest - one.rest) || one.index - other.index).slice(0, left),
  )
  return parts.map(part => (part.count + (lucky.has(part) ? 1 : 0)) * step)
}

/**
 * One line for each order, and after them one for the discount and one for the delivery of each rate, because they are taxed
 * as the goods are. A simulated shop prints invoices as JSON.
 */
function checkInvoice(printed: string | undefined, together: readonly Order[], complain: Complain): void {
  if (!printed) return
  const { number, currency, lines: found } = fieldsOf(JSON.parse(printed))
  const lines = (Array.isArray(found) ? found : []).filter(isFields)
  const rates = new Map(lines.map(line => [textOf(line.order), rateOf(line)]))
  const shown = lines.map(line => {
    const amount = thousandthsIn(Number(line.total), textOf(currency)) / 1000
    return line.order === undefined
      ? `${textOf(line.text).replace(/^Discount .+/, 'Discount')} ${amount}, ${rateOf(line)}`
      : `${line.order} ${amount}`
  })
  const wanted = [
    ...together.map(order => `${order.number} ${order.totalPrice}`).toSorted(),
    ...[...Map.groupBy(together, order => rates.get(order.number) ?? 'untaxed')]
      .flatMap(([rate, same]) => {
        const delivery = sumOf(same.map(({ paidDelivery }) => thousandthsOf(paidDelivery)))
        const discount = sumOf(same.map(discountFor))
        return [
          ...(delivery > 0 ? [`Delivery ${delivery / 1000}, ${rate}`] : []),
          ...(discount > 0 ? [`Discount ${-discount / 1000}, ${rate}`] : []),
        ]
      })
      .toSorted(),
  ]
  const count = together.length
  const sorted = [...shown.slice(0, count).toSorted(), ...shown.slice(count).toSorted()]
  if (sorted.join('; ') !== wanted.join('; '))
    complain(
      'lines of an invoice',
      `${textOf(number)} says ${sorted.join('; ')}, paid were ${wanted.join('; ')}`,
    )
}

const rateOf = ({ tax }: Fields): string => textOf(fieldsOf(tax).name) || 'untaxed'
