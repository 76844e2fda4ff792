import { useState } from 'react'
import type { NewBooking } from '#contract/bookings.ts'
import type { Me } from '#contract/identity.ts'
import type { Item } from '#contract/items.ts'
import { centsOf, dollarsOf, formatDollars, totalOf } from '#domain/money.ts'
import { quantityRefusal } from '#domain/stock.ts'
import { codeOf, explain, ProblemError } from '../../api/problem-error.ts'
import { Field } from '../../ui/field.tsx'
import { Form, type Rules, required, type Values } from '../../ui/form.tsx'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { useIdempotencyKey } from './idempotency-key.ts'
import { usePlaceBooking } from './queries.ts'

interface OrderFormProps {
  item: Item
  user: Me
  onPlaced: () => void
}

export function OrderForm({ item, user, onPlaced }: OrderFormProps) {
  const { mutateAsync: place } = usePlaceBooking()
  const { keyFor, settle } = useIdempotencyKey()
  const [quantity, setQuantity] = useState('')

  async function send(values: Values) {
    const order = orderOf(item, user, values)
    try {
      await place({ order, idempotencyKey: keyFor(JSON.stringify(order)) })
    } catch (error) {
      if (!(error instanceof ProblemError && error.outcomeUnknown)) settle()
      throw error
    }
    settle()
    setQuantity('')
    toast('Add Item successfully')
    onPlaced()
  }

  return (
    <Form
      rules={rulesOf(item)}
      onSend={send}
      onChange={values => setQuantity(values.quantity ?? '')}
      explain={explainOrder}
      resets
      className="grid gap-4"
    >
      <Field name="ownerName" label="Full name" autoComplete="name" maxLength={120} />
      <Field name="email" label="Email" type="email" value={user.email} readOnly />
      <Field name="mobileNumber" label="Mobile number" type="tel" autoComplete="tel" maxLength={40} />
      <Field name="address" label="Address" autoComplete="street-address" maxLength={500} />
      <Field
        name="quantity"
        label="Quantity"
        type="number"
        inputMode="numeric"
        min={item.mustQuantity}
        max={item.availableQuantity}
        step={1}
        hint={`At least ${item.mustQuantity}, ${item.availableQuantity} available.`}
      />
      <p className="order-total" aria-live="polite">
        <span>Total</span>
        <strong>{formatDollars(totalPriceOf(item, Number(quantity)))}</strong>
      </p>
      <Submit dim={!(Number(quantity) >= item.mustQuantity)}>ORDER NOW</Submit>
    </Form>
  )
}

/** The messages are the spec's, to the letter. */
const rulesOf = (item: Item): Rules => ({
  ownerName: required('First name is required'),
  email: required('Email Address is required'),
  mobileNumber: required('Mobile Number is required'),
  address: required('Email Address is required'),
  quantity: value => {
    if (value === '') return 'Quantity is required'
    if (!Number.isSafeInteger(Number(value))) return 'Please enter a whole number.'
    return quantityRefusal(Number(value), item)?.message
  },
})

/** What the buyer sees, and therefore what is sent along: the server refuses when its own total differs. */
function totalPriceOf(item: Item, quantity: number): number {
  const whole = Number.isSafeInteger(quantity) && quantity > 0 ? quantity : 0
  return dollarsOf(totalOf(centsOf(item.price) ?? 0, whole))
}

function orderOf(item: Item, user: Me, values: Values): NewBooking {
  const quantity = Number(values.quantity)
  return {
    itemId: item._id,
    itemName: item.name,
    ownerName: values.ownerName ?? '',
    email: user.email,
    mobileNumber: values.mobileNumber ?? '',
    address: values.address ?? '',
    quantity,
    totalPrice: totalPriceOf(item, quantity),
  }
}

/** Refusals that are about the quantity stand under its field. */
function explainOrder(error: unknown): ReturnType<typeof explain> {
  const explanation = explain(error)
  const code = codeOf(error)
  if (code !== 'below_minimum' && code !== 'out_of_stock') return explanation
  return { ...explanation, fields: { quantity: explanation.sentence } }
}
