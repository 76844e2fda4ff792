import type { Transfer } from '#contract/transfer.ts'
import type { Part } from './field-types.ts'

export const transferField: Part<Transfer> = {
  kind: 'part',
  label: 'Payment by bank transfer',
  hint: 'Customers can choose it on the payment page. You mark their orders as paid when the money has come.',
  initial: { text: '', days: 7 },
  fields: {
    text: {
      kind: 'text',
      label: 'Bank account',
      hint: 'Such as the name of the account, its IBAN and the BIC. Customers also see the amount and the number of their order.',
    },
    days: {
      kind: 'number',
      isWhole: true,
      label: 'Days to wait',
      hint: 'From 1 to 30. So long an order keeps its stock.',
    },
  },
}
