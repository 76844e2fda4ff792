import type { SentDeliveryPrice } from '../../../src/contract/delivery-price.ts'
import { demoContent } from '../../../src/server/demo/content.ts'

/** A shop in which delivery costs this. */
export const charging = (deliveryPrice: SentDeliveryPrice) => ({
  takesCards: true,
  content: { ...demoContent, deliveryPrice },
})
