import { minorIn } from './amounts.ts'
import type { Books } from './books.ts'
import type { AnsweredCall, Call } from './call.ts'
import { savedBy } from './content-calls.ts'
import { isCredit, isInvoice, signedAmount } from './invoices.ts'
import type { Items } from './items.ts'
import type { Complain, Rules } from './rules.ts'
import { namesIn, ratesIn, type Share, type TaxHistory, type TaxRates } from './tax-rates.ts'
import { isSplit, taxIn } from './tax-sums.ts'
import { fieldsOf, type Invoice, isFields, keptText, type Order, type TaxPart } from './wire.ts'

/** Prices contain the tax. Invoices and credit notes say how much it is, with the rates that the owners have entered. */
export class Taxes implements Rules {
  readonly #rates: TaxRates
  readonly #items: Items

  constructor(rates: TaxRates, items: Items) {
    this.#rates = rates
    this.#items = items
  }

  answered(call: AnsweredCall, complain: Complain): void {
    const saved = savedBy(call)
    if (saved.length === 0) return
    const wrong = saved.map(body => fieldsOf(fieldsOf(body).content).taxRates).find(isWrong)
    if (wrong) complain('bad rate refused', `${JSON.stringify(wrong)} was accepted`)
    this.#checkUse(call, complain)
  }

  /** A name that an item on the list of the owners has for certain stays among the rates. */
  #checkUse(call: AnsweredCall, complain: Complain): void {
    const left = namesIn(ratesIn(call.answer.body))
    const { rates = [], itemTaxes } = this.#rates.before(call)
    for (const name of namesIn(rates).filter(one => !left.includes(one)))
      for (const [id, tax] of itemTaxes)
        if (tax === name && this.#isListed(id, call))
          complain('rate in use stays', `'${name}' was taken out although ${id} has it`)
  }

  #isListed(id: string, call: Call): boolean {
    return this.#items.byId.get(id)?.isRemoved.certain(call) === false
  }

  quiet({ orders, invoices, taxReport }: Books, complain: Complain): void {
    const documentsOf = (order: Order) => invoices.get(order._id) ?? []
    const history = this.#rates.history()
    const payments = Map.groupBy(
      orders.filter(order => order.paid),
      order => order.transactionId,
    )
    for (const together of payments.values()) {
      const documents = together.flatMap(documentsOf)
      const bills = new Map(documents.filter(isInvoice).map(one => [JSON.stringify(one), one]))
      for (const invoice of bills.values())
        checkInvoice({ invoice, together, documentsOf, history }, complain)
    }
    const all = new Map(orders.flatMap(documentsOf).map(document => [document.number, document]))
    checkReport([...all.values()], taxReport.months ?? [], complain)
  }
}

interface Payment {
  invoice: Invoice
  /** What was paid with it. */
  together: readonly Order[]
  documentsOf: (order: Order) => readonly Invoice[]
  history: TaxHistory
}

/** Two shares are the same if they have the same name and percentage; '' is untaxed. */
const keyOf = (share: Share): string => (share ? `${share.name} at ${share.percent} %` : '')

/** The first rule that an invoice breaks; the others follow from it. */
function checkInvoice(payment: Payment, complain: Complain): void {
  const { invoice, together, documentsOf } = payment
  const { number, taxes, currency } = invoice
  if (!areRounded(taxes, currency)) {
    complain('tax of an invoice', `${number}: ${JSON.stringify(taxes)} of ${currency}`)
    return
  }
  const notes = together.map(order => documentsOf(order).filter(isCredit))
  const problem = problemOf(payment, notes)
  if (problem) complain(problem.rule, `${number}: ${problem.sentence}: ${JSON.stringify(taxes)}`)
  else checkNotes(invoice, notes.flat(), complain)
}

/** Whether each tax is what its gross amount contains. */
const areRounded = (taxes: readonly TaxPart[], currency: string): boolean =>
  taxes.every(
    ({ gross, percent, tax }) => minorIn(tax, currency) === taxIn(minorIn(gross, currency), percent),
  )

function problemOf(
  { invoice, together, history }: Payment,
  notes: readonly (readonly Invoice[])[],
): { rule: string; sentence: string } | undefined {
  const { taxes, currency, issuedAt } = invoice
  const minor = (amount: number | null) => minorIn(amount ?? 0, currency)
  const amounts = together.map(order => minor(order.paidAmount))
  const sums = new Map(taxes.map(part => [keyOf(part), minor(part.gross)]))
  const isNet = taxes.every(({ gross, net, tax }) => minor(net) === minor(gross) - minor(tax))
  const all = ['', ...sums.keys()]
  const splits = (choose: (order: Order, index: number) => readonly string[]) =>
    isSplit(
      amounts.map((amount, index) => {
        const order = together[index]
        return { amount, keys: order ? choose(order, index) : [] }
      }),
      sums,
    )
  if (!isNet || new Set(taxes.map(({ name }) => name)).size < taxes.length || !splits(() => all))
    return { rule: 'tax adds up', sentence: `no split of ${amounts.join(' + ')} minor units` }
  const moment = Date.parse(issuedAt)
  const known = together.map(order => [
    ...new Set(history.shares(order, moment, order.paidBy?.on)?.map(keyOf) ?? all),
  ])
  if (!splits((_, index) => known[index] ?? all))
    return { rule: 'rate that was entered', sentence: `its items are ${JSON.stringify(known)}` }
  const credited = notes.map(list => [...new Set(list.map(note => note.taxes.map(keyOf).join(' and ')))])
  const isSame = splits((_, index) => {
    const [key, ...others] = credited[index] ?? []
    const own = known[index] ?? all
    return key === undefined ? own : own.filter(one => one === key && others.length === 0)
  })
  if (isSame) return undefined
  return { rule: 'tax of credit notes', sentence: `its credit notes are ${JSON.stringify(credited)}` }
}

/** At any time, the tax of all credit notes of a rate is the one in what they credited. */
function checkNotes({ number, currency }: Invoice, notes: readonly Invoice[], complain: Complain): void {
  const minor = (amount: number) => minorIn(amount, currency)
  const sums = new Map<string, { gross: number; tax: number }>()
  for (const note of notes.toSorted((one, other) => countOf(one) - countOf(other)))
    for (const part of note.taxes) {
      const before = sums.get(keyOf(part)) ?? { gross: 0, tax: 0 }
      const sum = { gross: before.gross + minor(part.gross), tax: before.tax + minor(part.tax) }
      sums.set(keyOf(part), sum)
      const isWhole = minor(part.gross) === minor(signedAmount(note))
      const isNet = minor(part.net) === minor(part.gross) - minor(part.tax)
      if (!isWhole || !isNet || sum.tax !== taxIn(sum.gross, part.percent))
        complain(
          'tax of credit notes',
          `${note.number} of ${number}: ${JSON.stringify(part)}, and ${JSON.stringify(before)} before it`,
        )
    }
}

const countOf = ({ number }: Invoice): number => Number(number.replace(/^\D+/, ''))

/** The report has the sums of all documents, per month and rate. */
function checkReport(
  documents: readonly Invoice[],
  months: readonly (TaxPart & { month: string })[],
  complain: Complain,
): void {
  const sums = new Map<string, number>()
  const count = (month: string, { name, percent, ...part }: TaxPart, sign: number) => {
    for (const field of ['gross', 'net', 'tax'] as const) {
      const key = `${field} of ${name} at ${percent} % in ${month}`
      sums.set(key, (sums.get(key) ?? 0) + sign * Math.round(part[field] * 1000))
    }
  }
  for (const document of documents)
    for (const part of document.taxes)
      count(document.issuedAt.slice(0, 7), part, isInvoice(document) ? 1 : -1)
  for (const { month, ...part } of months) count(month, part, -1)
  for (const [what, difference] of sums)
    if (difference !== 0) complain('tax report', `${what}: the documents have ${difference / 1000} more`)
}

/** What nobody can enter as the rates of a shop. */
function isWrong(rates: unknown): boolean {
  if (rates === undefined) return false
  if (!Array.isArray(rates) || !rates.every(isSound)) return true
  const keys = rates.map(rate => `${rate.from} ${keptText(rate.name).toLowerCase()}`)
  return new Set(keys).size < keys.length
}

function isSound(rate: unknown): boolean {
  const { name, percent, from } = fieldsOf(rate)
  return (
    isFields(rate) &&
    typeof name === 'string' &&
    keptText(name) !== '' &&
    typeof percent === 'number' &&
    percent >= 0 &&
    percent <= 100 &&
    Number(percent.toFixed(3)) === percent &&
    typeof from === 'string' &&
    isDay(from)
  )
}

function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`)
  return (
    text.startsWith('20') && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${text}T`)
  )
}
