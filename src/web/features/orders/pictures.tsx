import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Order } from '#contract/orders.ts'
import { maxLimit } from '#domain/search.ts'
import { call } from '../../api/call.ts'
import { Picture } from '../../ui/picture.tsx'
import './pictures.css'

const itemPictures = (ids: string[]) =>
  queryOptions({
    queryKey: ['itemPictures', ...ids],
    queryFn: ({ signal }) => call('GET /itemPictures', { query: { ids }, signal }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })

export type PictureOf = (order: Order) => string | undefined

/** The pictures of ordered items that have loaded so far. */
export function usePictures(orders: readonly Order[]): PictureOf {
  const ids = [...new Set(orders.map(({ itemId }) => itemId))].sort().slice(0, maxLimit)
  const { data } = useQuery(itemPictures(ids))
  const pictures = new Map(data?.map(({ itemId, photoUrl }) => [itemId, photoUrl]))
  return ({ itemId }) => pictures.get(itemId)
}

/** Decorative, because the item's name is beside it. Its space is reserved while it loads. */
export const OrderPicture = ({ src }: { src: string | undefined }) =>
  src ? (
    <Picture src={src} alt="" sizes="80px" load="soon" className="order-picture" />
  ) : (
    <span className="picture order-picture block" />
  )
