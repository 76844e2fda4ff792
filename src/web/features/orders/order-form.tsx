import { useState } from 'react'
import type { Me } from '#contract/identity.ts'
import type { Item } from '#contract/items.ts'
import { type NewOrder, type Order, orderForm } from '#contract/orders.ts'
import { centsOf, dollarsOf, formatDollars, totalOf } from '#domain/money.ts'
import { quantityRefusal } from '#domain/stock.ts'
import { type Explanation, explain, hasCode } from '../../api/problem-error.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, type FormRules, withMore } from '../../ui/form.tsx'
import { rulesOf } from '../../ui/shape-rules.ts'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { type Details, useKnownDetails } from './known-details.ts'
import { usePlaceOrder } from './queries.ts'

interface OrderFormProps {
  item: Item
  user: Me
  onPlaced: (order: Order) => void
}

export function OrderForm({ item, user, onPlaced }: OrderFormProps) {
  const { mutateAsync: place } = usePlaceOrder()
  const knownDetails = useKnownDetails(user.email)
  const [quantity, setQuantity] = useState('')
  const [details, setDetails] = useState<Partial<Details>>({})
  const [fillings, setFillings] = useState(0)

  async function send(filled: FilledIn) {
    const placed = await place(orderOf(item, filled))
    toast('Add Item successfully')
    onPlaced(placed)
  }

  async function fillIn() {
    const known = await knownDetails()
    if (Object.values(known).every(value => !value))
      return toast('The shop knows nothing of you yet. After your first order it will.', 'bad')
    setDetails(known)
    setFillings(count => count + 1)
    toast('Filled in what the shop knows')
  }

  return (
    <Form
      rules={rulesFor(item)}
      onSend={send}
      onChange={values => setQuantity(values.quantity ?? '')}
      explain={explainOrder}
      className="grid gap-4"
    >
      <div>
        <ActionButton className="btn-sm btn-quiet" onPress={fillIn}>
          Use my details
        </ActionButton>
      </div>
      <div key={fillings} className="grid gap-4">
        <Field name="ownerName" label="Full name" autoComplete="name" defaultValue={details.ownerName} />
        <Field name="email" label="Email" type="email" value={user.email} readOnly />
        <Field
          name="mobileNumber"
          label="Mobile number"
          type="tel"
          autoComplete="tel"
          defaultValue={details.mobileNumber}
        />
        <Field name="address" label="Address" autoComplete="street-address" defaultValue={details.address} />
      </div>
      <Field
        name="quantity"
        label="Quantity"
        steps
        type="number"
        inputMode="numeric"
        min={item.mustQuantity}
        max={item.availableQuantity}
        step={1}
        hint={`At least ${item.mustQuantity}, ${item.availableQuantity} available.`}
      />
      <div className="order-end">
        <p className="order-total" aria-live="polite">
          <span>Total</span>
          <strong>{formatDollars(totalPriceOf(item, Number(quantity)))}</strong>
        </p>
        <Submit dim={!(Number(quantity) >= item.mustQuantity)}>ORDER NOW</Submit>
      </div>
    </Form>
  )
}

const fields = rulesOf(orderForm)

type FilledIn = typeof fields extends FormRules<infer Sent> ? Sent : never

const rulesFor = (item: Item): FormRules<FilledIn> =>
  withMore(fields, ({ quantity }): Record<string, string> => {
    const refusal = quantityRefusal(Number(quantity), item)
    return refusal ? { quantity: refusal.message } : {}
  })

/** What the buyer sees, and therefore what is sent along: the server refuses when its own total differs. */
function totalPriceOf(item: Item, quantity: number): number {
  const whole = Number.isSafeInteger(quantity) && quantity > 0 ? quantity : 0
  return dollarsOf(totalOf(centsOf(item.price) ?? 0, whole))
}

const orderOf = (item: Item, filled: FilledIn): NewOrder => ({
  ...filled,
  itemId: item._id,
  itemName: item.name,
  totalPrice: totalPriceOf(item, filled.quantity),
})

/** Refusals that are about the quantity stand under its field. */
function explainOrder(error: unknown): Explanation {
  const explanation = explain(error)
  if (!hasCode(error, 'below_minimum', 'out_of_stock')) return explanation
  return { ...explanation, fields: { quantity: explanation.sentence } }
}
