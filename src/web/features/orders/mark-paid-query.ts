import { useMutation } from '@tanstack/react-query'
import type { NotedPayment } from '#contract/noted-payments.ts'
import { call } from '../../api/call.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { useRefresh } from './queries.ts'

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
