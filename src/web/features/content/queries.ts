import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const savedContent = queryOptions({
  queryKey: ['shopContent', 'saved'],
  queryFn: ({ signal }) => call('GET /shopContent', { signal }),
  // A form is filled once, so it must not start from an old version.
  staleTime: 0,
})

export const subscriberCount = queryOptions({
  queryKey: ['newsletter'],
  queryFn: ({ signal }) => call('GET /newsletter', { signal }),
})
