import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { notedPaymentForm } from '#contract/noted-payments.ts'
import type { Order } from '#contract/orders.ts'
import { dayAt } from '#domain/day.ts'
import { inMinorUnits } from '#domain/delivery.ts'
import { formatPrice, majorOf, minorOf } from '#domain/money.ts'
import { amountFault, type DueSums, dayFault } from '#domain/noted-payment.ts'
import type { NotedMethod } from '#domain/payment-method.ts'
import { priceOfSent } from '#domain/price.ts'
import { typedNumber } from '#domain/typed-number.ts'
import { now } from '../../api/clock.ts'
import { useContent } from '../../api/content.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { Form, withRules } from '../../ui/form.tsx'
import type { RootData } from '../../ui/meta.ts'
import { numberRulesOf } from '../../ui/number-rules.ts'
import { Loading } from '../../ui/spinner.tsx'
import { PartError } from '../../ui/states.tsx'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { useMarkPaid } from './mark-paid-query.ts'
import { isPayable } from './payment-checked.tsx'
import { ordersOf } from './queries.ts'
import { toldOf } from './told.ts'
import { TransferWaits } from './transfer-waits.tsx'

const methods: Readonly<Record<NotedMethod, string>> = {
  transfer: 'Bank transfer',
  cash: 'Cash',
  terminal: 'Card at the terminal',
}

/** Money that did not come through the card provider. Other unpaid orders of the customer can share the payment. */
export function MarkPaid({ order }: { order: Order }) {
  const [chosen, setChosen] = useState<readonly Order[]>([])
  const orders = [order, ...chosen]
  const choose = (other: Order, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, other] : chosen.filter(({ _id }) => _id !== other._id))
  return (
    <section className="mt-8" aria-labelledby="mark-paid">
      <h3 id="mark-paid" className="font-display text-lg">
        Mark as paid
      </h3>
      <TransferWaits order={order} isForAdmin />
      <p className="mt-3 text-soft">
        For money that came by transfer, in cash or at the terminal. The customer gets a receipt and an
        invoice.
      </p>
      <Others order={order} chosen={chosen} onChoose={choose} />
      <MarkPaidForm key={orders.map(({ _id }) => _id).join()} orders={orders} />
    </section>
  )
}

interface OthersProps {
  order: Order
  chosen: readonly Order[]
  onChoose: (other: Order, isChosen: boolean) => void
}

function Others({ order: { _id, email }, chosen, onChoose }: OthersProps) {
  const query = useQuery(ordersOf(email))
  if (query.isPending) return <Loading />
  if (query.isError) return <PartError query={query} />
  const others = query.data.filter(other => other._id !== _id && other.email === email && isPayable(other))
  if (others.length === 0) return null
  return (
    <fieldset className="mt-4">
      <legend className="field-label">Paid with it</legend>
      {others.map(other => (
        <label key={other._id} className="choice">
          <input
            type="checkbox"
            checked={chosen.some(one => one._id === other._id)}
            onChange={event => onChoose(other, event.target.checked)}
          />
          <span className="wrap-anywhere">
            {other.number}, {other.itemName}, {formatPrice(priceOfSent([other]).total)}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const shapeRules = numberRulesOf(notedPaymentForm)

/** The shop checks the same, because the customer may change the order meanwhile. */
const rulesFor = (sums: DueSums, orders: number, today: string) =>
  withRules(shapeRules, ({ amount, date = '' }) => {
    const amountWrong = amount ? amountFault(minorOf(typedNumber(amount)) ?? 0, sums, orders) : undefined
    const dayWrong = dayFault(date, today)
    return { ...(amountWrong && { amount: amountWrong }), ...(date && dayWrong && { date: dayWrong }) }
  })

/** The button names the amount if there is only one, so that pressing it is the confirmation. */
function MarkPaidForm({ orders }: { orders: readonly Order[] }) {
  const [first, ...others] = orders
  const { mutateAsync: markPaid } = useMarkPaid(first?._id ?? '')
  const timeZone = useRouteLoaderData<RootData>('root')?.timeZone ?? 'UTC'
  const today = dayAt(now(), timeZone)
  const { deliveryPrice } = useContent()
  const told = toldOf(orders)
  const sums = {
    whole: priceOfSent(orders, inMinorUnits(deliveryPrice)).total,
    goods: priceOfSent(orders).total,
    told: told && priceOfSent(orders, null, told).total,
  }
  const due = sums.told ?? sums.whole
  const isOnlyOne = due === sums.goods && due === sums.whole
  return (
    <Form
      rules={rulesFor(sums, orders.length, today)}
      onSend={async filled => {
        await markPaid({ ...filled, ...(others.length > 0 && { with: others.map(({ _id }) => _id) }) })
        toast(`${orders.map(({ number }) => number).join(', ')}: marked as paid`)
      }}
      className="mt-4 grid gap-4"
    >
      <SelectField name="method" label="How it was paid">
        {Object.entries(methods).map(([method, label]) => (
          <option key={method} value={method}>
            {label}
          </option>
        ))}
      </SelectField>
      <AmountField
        name="amount"
        label="Amount received"
        defaultValue={majorOf(due)}
        {...(!isOnlyOne && { hint: hintOf(sums) })}
      />
      <Field name="date" label="Received on" type="date" defaultValue={today} max={today} />
      <Field
        name="note"
        label="Note"
        hint="Only admins read it. Optional."
        required={false}
        autoComplete="off"
      />
      <div>
        <Submit>{isOnlyOne ? `Mark ${formatPrice(due)} as paid` : 'Mark as paid'}</Submit>
      </div>
    </Form>
  )
}

function hintOf({ whole, goods, told = whole }: DueSums): string {
  if (told === whole) return `With delivery. Without it, enter ${formatPrice(goods)}.`
  const others = [...new Set([whole, goods])].filter(sum => sum !== told).map(formatPrice)
  return `What the customer was told to transfer. Also possible: ${others.join(' or ')}.`
}
