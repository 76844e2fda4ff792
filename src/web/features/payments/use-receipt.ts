import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { itemsKey, ordersKey } from '../../api/query-keys.ts'
import { type Settlement, settle } from './settle.ts'

/** What the provider said of a payment that needs nothing more from the customer. */
export interface Confirmed {
  transactionId: string
  /** The bank has not decided yet. */
  processing: boolean
}

export interface Receipt extends Confirmed {
  standing: 'recording' | Settlement
}

/** The payment of this visit, and how far the shop has taken note of it. */
export function useReceipt(orderId: string) {
  const client = useQueryClient()
  const [receipt, setReceipt] = useState<Receipt>()
  async function record(confirmed: Confirmed): Promise<void> {
    setReceipt({ ...confirmed, standing: 'recording' })
    const standing = await settle(orderId, confirmed.transactionId)
    setReceipt({ ...confirmed, standing })
    void client.invalidateQueries({ queryKey: ordersKey })
    void client.invalidateQueries({ queryKey: itemsKey })
  }
  return { receipt, record }
}
