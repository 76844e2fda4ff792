import { useQueryClient } from '@tanstack/react-query'
import type { Order } from '#contract/orders.ts'
import { call } from '../../api/call.ts'
import { hasCode } from '../../api/problem-error.ts'
import { itemsKey, ordersKey } from '../../api/query-keys.ts'
import { ActionButton } from '../../ui/action-button.tsx'

interface CompleteCoveredProps {
  orders: readonly Order[]
  voucher: string
  /** Called with the orders as they are now. */
  onCovered: (paid: readonly Order[]) => void
  /** The voucher is no longer good. */
  onRefused: () => Promise<unknown>
}

/** A payment that needs no card. */
export default function CompleteCovered({ orders, voucher, onCovered, onRefused }: CompleteCoveredProps) {
  const client = useQueryClient()
  async function complete(): Promise<void> {
    try {
      const paid = await cover(orders, voucher)
      onCovered(orders.map(order => paid.find(({ _id }) => _id === order._id) ?? order))
    } catch (error) {
      if (!hasCode(error, 'voucher_refused', 'email_unverified')) throw error
      await onRefused()
    } finally {
      // If the connection broke, the orders say whether they are paid.
      for (const queryKey of [ordersKey, itemsKey]) void client.invalidateQueries({ queryKey })
    }
  }
  return (
    <>
      <p role="status" className="font-display text-2xl">
        Your voucher covers everything.
      </p>
      <ActionButton className="btn-primary w-full" onPress={complete}>
        Complete order
      </ActionButton>
    </>
  )
}

function cover(orders: readonly Order[], voucher: string): Promise<Order[]> {
  const [id = '', ...others] = orders.map(({ _id }) => _id)
  const body = { voucher, ...(others.length > 0 && { with: others }) }
  return call('POST /booking/{id}/covered', { params: { id }, body })
}
