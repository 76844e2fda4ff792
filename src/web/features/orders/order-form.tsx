import { Suspense, useState } from 'react'
import type { Me } from '#contract/identity.ts'
import type { DetailedItem, Item } from '#contract/items.ts'
import { type NewOrder, type Order, orderForm } from '#contract/orders.ts'
import { shopCurrency, usDollar } from '#domain/currency.ts'
import { majorOf, minorOf, totalOf } from '#domain/money.ts'
import { quantityRefusal } from '#domain/quantity.ts'
import { inThousands } from '#domain/thousands.ts'
import { useContent } from '../../api/content.ts'
import { type Explanation, explain, hasCode, ProblemError } from '../../api/problem-error.ts'
import { Field } from '../../ui/field.tsx'
import { Form, type FormRules, withRules } from '../../ui/form.tsx'
import { IncludedTax } from '../../ui/included-tax.tsx'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { PlusDelivery } from '../../ui/plus-delivery.tsx'
import { rulesOf } from '../../ui/shape-rules.ts'
import { ShopNotes } from '../../ui/shop-notes.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { toast } from '../../ui/toast.tsx'
import { BuyerFields } from './buyer-fields.tsx'
import { HowToPay } from './how-to-pay.tsx'
import { useFillIn } from './known-details.ts'
import { OrderEnd } from './order-end.tsx'
import { usePlaceOrder } from './queries.ts'
import './order-form.css'

/** Loaded on demand, because few visitors see it. */
const ConfirmEmailPrompt = lazyComponent(() => import('../account/confirm-email-prompt.tsx'))

interface OrderFormProps {
  item: DetailedItem
  user: Me
  /** The initial quantity; empty for none. */
  wanted: string
  onPlaced: (order: Order) => void
}

export default function OrderForm({ item, user, wanted, onPlaced }: OrderFormProps) {
  const { mutateAsync: place } = usePlaceOrder()
  const fillIn = useFillIn(user.email)
  const [quantity, setQuantity] = useState(wanted)
  const [needsConfirmation, setNeedsConfirmation] = useState(false)
  const content = useContent()
  const total = totalPriceOf(item, Number(quantity))

  async function send(filled: OrderFields) {
    setNeedsConfirmation(false)
    const placed = await place(orderOf(item, filled)).catch((error: unknown) => {
      setNeedsConfirmation(needsConfirmedEmail(error))
      throw error
    })
    toast('Add Item successfully')
    onPlaced(placed)
  }

  return (
    <Form
      rules={rulesFor(item)}
      onSend={send}
      onChange={values => setQuantity(values.quantity ?? '')}
      explain={explainOrder}
      className="grid gap-4"
    >
      <BuyerFields user={user} fillIn={fillIn} />
      <Field
        name="quantity"
        label="Quantity"
        frame={input => <Stepper of="Quantity">{input}</Stepper>}
        type="number"
        inputMode="numeric"
        defaultValue={wanted}
        min={item.mustQuantity}
        max={item.availableQuantity}
        step={1}
        hint={`Minimum ${inThousands(item.mustQuantity)}; ${inThousands(item.availableQuantity)} available.`}
      />
      {needsConfirmation && (
        <Suspense fallback={null}>
          <ConfirmEmailPrompt email={user.email} />
        </Suspense>
      )}
      <HowToPay />
      <OrderEnd item={item} quantity={quantity} total={total} />
      <PlusDelivery of={content} goods={minorOf(total) ?? 0} />
      <IncludedTax of={content} tax={item.tax} />
      <ShopNotes of={content} />
    </Form>
  )
}

const fields = rulesOf(orderForm)

type OrderFields = typeof fields extends FormRules<infer Sent> ? Sent : never

const rulesFor = (item: Item): FormRules<OrderFields> =>
  withRules(fields, ({ quantity }): Record<string, string> => {
    const refusal = quantityRefusal(Number(quantity), item)
    return refusal ? { quantity: refusal.message } : {}
  })

/** The total on the page is sent along: the server refuses the order if its own total differs. */
function totalPriceOf(item: Item, quantity: number): number {
  const whole = Number.isSafeInteger(quantity) && quantity > 0 ? quantity : 0
  return majorOf(totalOf(minorOf(item.price) ?? 0, whole))
}

const orderOf = (item: Item, filled: OrderFields): NewOrder => ({
  ...filled,
  itemId: item._id,
  itemName: item.name,
  totalPrice: totalPriceOf(item, filled.quantity),
  // A page in dollars sends the fields of the spec and no other.
  ...(shopCurrency().code !== usDollar.code && { currency: shopCurrency().code }),
})

/** Whether the order was refused because an unconfirmed buyer wanted too large a share of the stock. */
const needsConfirmedEmail = (error: unknown): boolean =>
  hasCode(error, 'share_exceeded') && error instanceof ProblemError && error.problem.confirm === true

/** Refusals about the quantity show under its field. */
function explainOrder(error: unknown): Explanation {
  const explanation = explain(error)
  if (!hasCode(error, 'below_minimum', 'out_of_stock', 'share_exceeded')) return explanation
  return { ...explanation, fields: { quantity: explanation.sentence } }
}
