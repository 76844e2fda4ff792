import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { refundForm } from '#contract/refunds.ts'
import { formatAmount, formatPrice, type Minor, minorOf } from '#domain/money.ts'
import { paidWords } from '#domain/noted-payment.ts'
import { amountTooHigh, deliveryIn, tooManyUnits } from '#domain/refund-plan.ts'
import { typedNumber } from '#domain/typed-number.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, withRules } from '../../ui/form.tsx'
import { numberRulesOf } from '../../ui/number-rules.ts'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { useRefundOrder } from './queries.ts'
import { refundLinesOf } from './refund-lines.tsx'

const shapeRules = numberRulesOf(refundForm)

/** The shop checks the same limits, because another admin may be faster. */
const rulesFor = ({ refundableAmount, quantity, restockedQuantity }: Order) =>
  withRules(shapeRules, ({ amount = '', restock = '' }) => {
    const unitsLeft = quantity - restockedQuantity
    return {
      ...(typedNumber(amount) > refundableAmount && {
        amount: amountTooHigh(minorOf(refundableAmount) ?? 0).message,
      }),
      ...(typedNumber(restock) > unitsLeft && { restock: tooManyUnits(unitsLeft).message }),
    }
  })

/** The button names the amount, so that pressing it is the confirmation. */
export function RefundForm({ order }: { order: Order }) {
  const { mutateAsync: refund } = useRefundOrder(order._id)
  const [typed, setTyped] = useState<string>()
  const { refundableAmount, quantity, restockedQuantity } = order
  const amount = minorOf(typed === undefined ? refundableAmount : typedNumber(typed))
  return (
    <Form
      rules={rulesFor(order)}
      onSend={async request => {
        const after = await refund(request)
        setTyped(undefined)
        // Names completed and pending refunds.
        toast(`${after.number}: ${refundLinesOf(after).join(', ')}`)
      }}
      onChange={values => setTyped(values.amount)}
      resets
      className="mt-4 grid gap-4"
    >
      {order.paidBy && (
        <p>
          {paidWords(order.paidBy)}. Return the money yourself: this only records it and tells the customer.
        </p>
      )}
      <AmountField
        name="amount"
        label="Amount"
        defaultValue={refundableAmount}
        hint={amountHint(order, amount ?? 0)}
      />
      <Field name="reason" label="Reason" hint="The customer reads it in the email." autoComplete="off" />
      <Field
        name="restock"
        label="Units to restock"
        inputMode="numeric"
        defaultValue={0}
        hint={`${quantity} sold, ${restockedQuantity} restocked already. They stay in stock even if the refund fails.`}
      />
      <div>
        <Submit>{amount ? `Refund ${formatPrice(amount)}` : 'Refund'}</Submit>
      </div>
    </Form>
  )
}

function amountHint({ refundableAmount, paidAmount, paidDelivery }: Order, amount: Minor): string {
  const left = `${formatAmount(refundableAmount)} of ${formatAmount(paidAmount ?? 0)} is left to refund.`
  const delivery = deliveryIn(amount, {
    left: minorOf(refundableAmount) ?? 0,
    delivery: minorOf(paidDelivery) ?? 0,
  })
  return delivery > 0 ? `${left} The amount contains ${formatPrice(delivery)} of delivery.` : left
}
