import { useMutation } from '@tanstack/react-query'
import type { NotedPayment } from '#contract/noted-payments.ts'
import type { Order } from '#contract/orders.ts'
import { call } from '../../api/call.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
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

/** Retrying after an unknown outcome cannot mark twice. Nothing but the answer says that the orders are paid now. */
export function useMarkPaid(id: string) {
  const refresh = useRefresh()
  const { keyFor, recordOutcome } = useIdempotencyKey()
  return useMutation({
    mutationFn: (payment: NotedPayment) =>
      call('POST /booking/{id}/paid', { params: { id }, body: payment, idempotencyKey: keyFor(payment) }),
    onSettled(_, error) {
      recordOutcome(error)
      void refresh()
    },
  })
}
