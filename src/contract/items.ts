import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { dollars, id, idParams, pageQuery, quantity, stockLevel, text } from './shapes.ts'

export const item = z.strictObject({
  _id: id,
  name: text(120),
  description: text(4000),
  price: dollars,
  photoUrl: text(2000),
  availableQuantity: stockLevel,
  mustQuantity: quantity,
})

export type Item = z.output<typeof item>

export const items = {
  list: endpoint({
    method: 'GET',
    path: '/items',
    who: 'anyone',
    summary: 'The items on sale, oldest first',
    query: pageQuery,
    answer: z.array(item),
  }),
  one: endpoint({
    method: 'GET',
    path: '/items/{id}',
    who: 'anyone',
    summary: 'One item on sale',
    params: idParams,
    answer: item,
  }),
}
