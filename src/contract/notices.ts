import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** How often an admin gets an email about paid orders. */
const orderNotices = ['off', 'each', 'hourly'] as const

/** What an admin wants to be told by email. */
export const noticesForm = z.strictObject({
  orders: z.enum(orderNotices, 'Please choose one.'),
  /** When few of an item are left. */
  lowStock: z.boolean(),
})

export type NoticesForm = z.output<typeof noticesForm>

export const notices = z.extend(noticesForm, {
  /** So many free ones are few: the setting LOW_STOCK. */
  lowStockAt: z.int(),
  /** Without it no email leaves the shop. */
  hasMail: z.boolean(),
})

export type Notices = z.output<typeof notices>

/** An admin's own choice. */
export const ownNotices = {
  read: endpoint({
    method: 'GET',
    path: '/myNotices',
    who: 'admin',
    summary: 'What the caller is told by email',
    answer: notices,
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/myNotices',
    who: 'admin',
    summary:
      'Choose what to be told by email: paid orders each or once an hour, and when few of an item are left',
    body: noticesForm,
    answer: notices,
  }),
}
