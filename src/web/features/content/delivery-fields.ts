import type { ShopContent } from '#contract/shop-content.ts'
import type { FieldsOf } from './field-types.ts'

export const deliveryFields: FieldsOf<Pick<ShopContent, 'deliveryPrice'>> = {
  deliveryPrice: {
    kind: 'part',
    label: 'Charge for delivery',
    hint: 'Once per payment, whatever it contains. Without it, prices include delivery. It has the tax of the goods.',
    initial: { price: Number.NaN, freeFrom: null },
    fields: {
      price: { kind: 'number', label: 'Price of delivery', hint: 'Such as 4.90.' },
      freeFrom: {
        kind: 'optional-number',
        label: 'Free from',
        hint: 'Goods for this sum are delivered free. Empty: delivery always costs.',
      },
    },
  },
}
