import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams } from './shapes.ts'

const alert = z.strictObject({ asked: z.boolean() })

export type StockAlert = z.output<typeof alert>

/** Emails about items that are back in stock. */
export const stockAlerts = {
  read: endpoint({
    method: 'GET',
    path: '/items/{id}/notify',
    who: 'user',
    summary: 'Whether the caller has asked for an email when the item is back',
    params: idParams,
    answer: alert,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/items/{id}/notify',
    who: 'user',
    summary: 'Ask for an email when the item is back',
    params: idParams,
    answer: alert,
    status: 201,
  }),
  takeBack: endpoint({
    method: 'DELETE',
    path: '/items/{id}/notify',
    who: 'user',
    summary: 'Cancel the email about the item',
    params: idParams,
    status: 204,
  }),
  stop: endpoint({
    method: 'POST',
    path: '/notify/stop',
    who: 'anyone',
    summary: 'The same with the secret of a link in an email; no session is needed',
    body: z.strictObject({
      secret: z.string().check(z.regex(/^[\w-]{43}$/, 'This secret is not from this shop.')),
    }),
    status: 204,
  }),
}
