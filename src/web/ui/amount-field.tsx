import type { ComponentProps, InputEvent } from 'react'
import { shopCurrency } from '#domain/currency.ts'
import { majorOf, minPrice } from '#domain/money.ts'
import { Field } from './field.tsx'

/** The attributes of an input for an amount in the shop's currency. A form reads it with the rules of number-rules.ts. */
const amountInput = () => ({ inputMode: shopCurrency().places === 0 ? 'numeric' : 'decimal' }) as const

/** The attributes of an input for the price of an item, which the specification calls numeric. */
export const priceInput = () =>
  ({
    ...amountInput(),
    type: 'number',
    step: majorOf(minPrice()),
    onBeforeInput: pointForComma,
  }) as const

/** A browser drops the comma from an input of type number: 4,90 would become 490. */
function pointForComma(event: InputEvent<HTMLInputElement>): void {
  const { data } = event
  if (!data.includes(',')) return
  event.preventDefault()
  document.execCommand('insertText', false, data.replaceAll(',', '.'))
}

/** A field for an amount, labelled with the symbol of the currency: 'Price (€)'. */
export const AmountField = ({ label, ...field }: ComponentProps<typeof Field>) => (
  <Field {...amountInput()} {...field} label={`${label} (${shopCurrency().symbol.trim()})`} />
)
