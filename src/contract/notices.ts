import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** How often an admin gets an email about paid orders. With 'each' also about announced transfers. */
const orderNotices = ['off', 'each', 'hourly'] as const

/** Which emails an admin wants. */
export const noticesForm = z.strictObject({
  orders: z.enum(orderNotices, 'Choose one.'),
  /** An email when an item runs low. */
  lowStock: z.boolean(),
})

export type NoticesForm = z.output<typeof noticesForm>

export const notices = z.extend(noticesForm, {
  /** The setting LOW_STOCK. */
  lowStockAt: z.int(),
  /** Whether the shop is configured to send emails. */
  hasMail: z.boolean(),
})

export type Notices = z.output<typeof notices>

export const ownNotices = {
  read: endpoint({
    method: 'GET',
    path: '/myNotices',
    who: 'admin',
    summary: 'The emails that the caller has chosen',
    answer: notices,
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/myNotices',
    who: 'admin',
    summary: 'Choose emails: about paid orders, each or once an hour, and about items that run low',
    body: noticesForm,
    answer: notices,
  }),
}
