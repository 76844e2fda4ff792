import type { ComponentProps } from 'react'
import { shopCurrency } from '#domain/currency.ts'
import { majorOf, minPrice } from '#domain/money.ts'
import { Field } from './field.tsx'

/** The attributes of an input for an amount in the shop's currency. */
export const amountInput = () =>
  ({
    type: 'number',
    inputMode: shopCurrency().places === 0 ? 'numeric' : 'decimal',
    step: majorOf(minPrice()),
  }) as const

/** A field for an amount, labelled with the symbol of the currency: 'Price (€)'. */
export const AmountField = ({ label, ...field }: ComponentProps<typeof Field>) => (
  <Field {...amountInput()} {...field} label={`${label} (${shopCurrency().symbol.trim()})`} />
)
