import type { Checker, Complaint, QuietFacts, WorldEvent } from '../interfaces.ts'
import { Access } from './access.ts'
import { Answers } from './answers.ts'
import { Audit } from './audit.ts'
import { readBooks } from './books.ts'
import { type AnsweredCall, type Call, callOf } from './call.ts'
import { ClosedDays } from './closed.ts'
import { Currency } from './currency.ts'
import { Delivery } from './delivery.ts'
import { DeliveryPrices } from './delivery-prices.ts'
import { Erasure } from './erasure.ts'
import { Invoices } from './invoices.ts'
import { Items } from './items.ts'
import { OwnLists } from './lists.ts'
import { Liveness } from './liveness.ts'
import { Mails } from './mails.ts'
import { Money } from './money.ts'
import { NotedPayments } from './noted-payments.ts'
import { OrderRules } from './order-rules.ts'
import { Orders } from './orders.ts'
import { Payments } from './payments.ts'
import { People } from './people.ts'
import { Placing } from './placing.ts'
import { Profiles } from './profiles.ts'
import { Refunds } from './refunds.ts'
import { Reviews } from './reviews.ts'
import type { Complain, Rules } from './rules.ts'
import { Stock } from './stock.ts'
import { TaxRates } from './tax-rates.ts'
import { Taxes } from './taxes.ts'
import { VoucherLists } from './voucher-lists.ts'
import { VoucherUses } from './voucher-uses.ts'
import { Vouchers } from './vouchers.ts'

/** Judges a world by what is seen from outside. What it knows comes from the specification, not from the shop's code. */
export function newChecker(): Checker {
  const families = newFamilies()
  const open = new Map<number, Call>()
  return {
    see(event) {
      const { complaints, complain } = newComplaints(event.step)
      handle(event, families, open, complain)
      return complaints
    },
    async quiet(facts: QuietFacts) {
      const { complaints, complain } = newComplaints(facts.step)
      const books = await readBooks(facts)
      for (const family of families) family.quiet?.(books, complain)
      return complaints
    },
  }
}

/** Those that only remember come first, because the others ask them. */
function newFamilies(): Rules[] {
  const people = new People()
  const orders = new Orders(people)
  const currency = new Currency()
  const items = new Items(currency)
  const closedDays = new ClosedDays()
  const taxRates = new TaxRates()
  const deliveryPrices = new DeliveryPrices()
  const payments = new Payments(orders, people, deliveryPrices)
  const voucherLists = new VoucherLists()
  const voucherUses = new VoucherUses(people, orders, payments, voucherLists)
  return [
    people,
    orders,
    currency,
    items,
    closedDays,
    taxRates,
    deliveryPrices,
    voucherLists,
    new Answers(people),
    new Access(people, orders),
    new OrderRules(orders, people),
    new OwnLists(orders, people),
    new Placing(orders, people, items, closedDays),
    new Profiles(people),
    new Reviews(people, orders),
    new Erasure(people),
    payments,
    new Money(payments),
    new Delivery(payments),
    voucherUses,
    new Vouchers(payments, voucherLists, voucherUses, deliveryPrices),
    new NotedPayments(deliveryPrices),
    new Refunds(people),
    new Stock(orders),
    new Invoices(),
    new Taxes(taxRates, items),
    new Mails(orders, people, currency),
    new Audit(people),
    new Liveness(),
  ]
}

function handle(
  event: WorldEvent,
  families: readonly Rules[],
  open: Map<number, Call>,
  complain: Complain,
): void {
  if (event.kind === 'sent') {
    const call = callOf(event)
    open.set(event.call, call)
    for (const family of families) family.sent?.(call)
  }
  if (event.kind === 'fault') noteDouble(event.what, open)
  if (event.kind === 'mail') for (const family of families) family.mail?.(event.mail, complain)
  const call = event.kind === 'answered' ? open.get(event.call) : undefined
  if (event.kind !== 'answered' || !call) return
  open.delete(event.call)
  const { step, at, status, body } = event
  const answered: AnsweredCall = Object.assign(call, { answer: { step, at, status, body } })
  for (const family of families) family.answered?.(answered, complain)
}

/** The network says of which call it brings a second copy: 'call 12 arrives twice'. */
function noteDouble(fault: string, open: ReadonlyMap<number, Call>): void {
  const call = open.get(Number(/^call (\d+) arrives twice$/.exec(fault)?.[1]))
  if (call) call.isDoubled = true
}

function newComplaints(step: number): { complaints: Complaint[]; complain: Complain } {
  const complaints: Complaint[] = []
  const complain: Complain = (rule, sentence) => void complaints.push({ step, rule, sentence })
  return { complaints, complain }
}
