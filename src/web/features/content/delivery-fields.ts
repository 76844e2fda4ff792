import type { ShopContent } from '#contract/shop-content.ts'
import type { FieldsOf } from './field-types.ts'

export const deliveryFields: FieldsOf<Pick<ShopContent, 'deliveryPrice'>> = {
  deliveryPrice: {
    kind: 'part',
    label: 'Charge for delivery',
    hint: 'Once per payment, however many orders it is for. If you charge nothing, prices include delivery. Delivery is taxed like the goods.',
    initial: { price: Number.NaN, freeFrom: null },
    fields: {
      price: { kind: 'number', label: 'Price of delivery', hint: 'Such as 4.90.' },
      freeFrom: {
        kind: 'optional-number',
        label: 'Free from',
        hint: 'Orders worth this much are delivered free. Leave it empty if delivery is never free.',
      },
    },
  },
}
