import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { refundForm } from '#contract/refunds.ts'
import { formatAmount, formatPrice, minorOf } from '#domain/money.ts'
import { paidWords } from '#domain/paid-by.ts'
import { amountTooHigh, tooManyUnits } from '#domain/refund-plan.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, withRules } from '../../ui/form.tsx'
import { rulesOf } from '../../ui/shape-rules.ts'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { useRefundOrder } from './queries.ts'
import { refundLinesOf } from './refund-lines.tsx'

const shapeRules = rulesOf(refundForm)

/** The shop checks the same limits, because another admin may be faster. */
const rulesFor = ({ refundableAmount, quantity, restockedQuantity }: Order) =>
  withRules(shapeRules, ({ amount, restock }) => {
    const unitsLeft = quantity - restockedQuantity
    return {
      ...(Number(amount) > refundableAmount && {
        amount: amountTooHigh(minorOf(refundableAmount) ?? 0).message,
      }),
      ...(Number(restock) > unitsLeft && { restock: tooManyUnits(unitsLeft).message }),
    }
  })

/** The button names the amount, so that pressing it is the confirmation. */
export function RefundForm({ order }: { order: Order }) {
  const { mutateAsync: refund } = useRefundOrder(order._id)
  const [typed, setTyped] = useState<string>()
  const { refundableAmount, paidAmount, quantity, restockedQuantity } = order
  const amount = minorOf(Number(typed ?? refundableAmount))
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
        hint={`${formatAmount(refundableAmount)} of ${formatAmount(paidAmount ?? 0)} is left to refund.`}
      />
      <Field name="reason" label="Reason" hint="The customer reads it in the email." autoComplete="off" />
      <Field
        name="restock"
        label="Units to restock"
        type="number"
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
