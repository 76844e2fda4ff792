import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { NewBooking } from '#contract/bookings.ts'
import { call, callList } from '../../api/call.ts'
import { bookingsKey, itemsKey } from '../../api/query-keys.ts'

const pageSize = 20

export const myBookings = (email: string) =>
  infiniteQueryOptions({
    queryKey: [...bookingsKey, 'mine', email],
    queryFn: ({ pageParam, signal }) =>
      callList('GET /myBooking/{email}', {
        params: { email },
        query: { limit: pageSize, after: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next,
  })

export const allBookings = infiniteQueryOptions({
  queryKey: [...bookingsKey, 'all'],
  queryFn: ({ pageParam, signal }) =>
    callList('GET /booking', { query: { limit: pageSize, after: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: page => page.next,
})

/** An order takes stock and its removal gives it back, so both make what is known of the items stale too. */
function useRefresh() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: bookingsKey }),
      client.invalidateQueries({ queryKey: itemsKey }),
    ])
}

interface PlaceBooking {
  order: NewBooking
  idempotencyKey: string
}

export function usePlaceBooking() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ order, idempotencyKey }: PlaceBooking) =>
      call('POST /booking', { body: order, idempotencyKey }),
    // A refusal means that the page shows an old price or stock, so it is as good a reason to look again.
    // Not waited for: the order stands, whatever the reading afterwards does.
    onSettled: () => void refresh(),
  })
}

export function useRemoveBooking() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /myBooking/{id}', { params: { id } }),
    onSettled: refresh,
  })
}
