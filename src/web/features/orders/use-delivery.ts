import { type DeliveryPrice, inMinorUnits } from '#domain/delivery.ts'
import { useContent } from '../../api/content.ts'

/** What delivery costs; null if prices include it. */
export const useDelivery = (): DeliveryPrice | null => inMinorUnits(useContent().deliveryPrice)
