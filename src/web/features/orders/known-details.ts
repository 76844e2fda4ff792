import { useQueryClient } from '@tanstack/react-query'
import type { OrderForm } from '#contract/orders.ts'
import { myProfile } from '../profile/queries.ts'
import { myOrders } from './queries.ts'

type Details = Pick<OrderForm, 'ownerName' | 'mobileNumber' | 'address'>

/** The buyer's details from their last order, or else from their profile. */
export function useKnownDetails(email: string): () => Promise<Details> {
  const client = useQueryClient()
  return async () => {
    const [orders, profile] = await Promise.all([
      client.fetchInfiniteQuery(myOrders(email)),
      client.fetchQuery(myProfile(email)),
    ])
    const last = orders.pages[0]?.rows[0]
    return {
      ownerName: last?.ownerName || profile.name,
      mobileNumber: last?.mobileNumber || profile.mobileNumber,
      address: last?.address || profile.address,
    }
  }
}
