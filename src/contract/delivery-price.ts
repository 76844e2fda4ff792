import * as z from 'zod/mini'

/** Charged once per payment, in major units of the currency; free from a sum of goods on (domain/delivery.ts). */
export const deliveryPrice = z.nullable(
  z.strictObject({
    price: z.number('Enter a price.'),
    freeFrom: z.nullable(z.number('Enter an amount.')),
  }),
)

export type SentDeliveryPrice = z.output<typeof deliveryPrice>
