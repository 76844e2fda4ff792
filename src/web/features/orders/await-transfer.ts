import { useMutation } from '@tanstack/react-query'
import type { Order } from '#contract/orders.ts'
import { call } from '../../api/call.ts'
import { useRefresh } from './queries.ts'

/** Ends when the page shows until when the orders wait. */
export function useAwaitTransfer() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (orders: readonly Order[]) => {
      const [id = '', ...others] = orders.map(({ _id }) => _id)
      const body = others.length > 0 ? { with: others } : {}
      return call('POST /booking/{id}/transfer', { params: { id }, body })
    },
    onSettled: refresh,
  })
}
