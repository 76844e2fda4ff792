import type { Order } from '#contract/orders.ts'
import { cancelForm } from '#contract/refunds.ts'
import { tooManyUnits } from '#domain/refund-plan.ts'
import { Field } from '../../ui/field.tsx'
import { Form, withRules } from '../../ui/form.tsx'
import { rulesOf } from '../../ui/shape-rules.ts'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { useRefundOrder } from './queries.ts'

const shapeRules = rulesOf(cancelForm)

/** Cancels an order that a voucher has covered: there is nothing to give back. */
export function CancelForm({ order: { _id, state, quantity, restockedQuantity } }: { order: Order }) {
  const { mutateAsync: cancel } = useRefundOrder(_id)
  const unitsLeft = quantity - restockedQuantity
  const rules = withRules(shapeRules, ({ restock }) =>
    Number(restock) > unitsLeft ? { restock: tooManyUnits(unitsLeft).message } : {},
  )
  return (
    <Form
      rules={rules}
      onSend={async request => {
        const { number } = await cancel(request)
        toast(`${number}: Canceled`)
      }}
      className="mt-4 grid gap-4"
    >
      <p>A voucher has covered this order, so there is no money to give back.</p>
      <Field name="reason" label="Reason" hint="The customer reads it in the email." autoComplete="off" />
      <Field
        name="restock"
        label="Units to restock"
        type="number"
        inputMode="numeric"
        defaultValue={state === 'sent' ? 0 : unitsLeft}
        hint={`${quantity} sold.`}
      />
      <div>
        <Submit>Cancel this order</Submit>
      </div>
    </Form>
  )
}
