import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { newEmail } from './shapes.ts'

/** The token of a link in an email to a subscriber. */
const token = z.string().check(z.regex(/^[\w-]{43}$/, 'This link is incomplete. Copy all of it.'))

const subscribers = z.strictObject({
  /** How many have confirmed their address. */
  count: z.int().check(z.minimum(0)),
  /** Whether the shop can send the emails that ask for a confirmation. */
  canSubscribe: z.boolean(),
})

/** The subscribers of the newsletter. The shop keeps the list; it does not send the newsletter. */
export const newsletter = {
  subscribe: endpoint({
    method: 'POST',
    path: '/newsletter',
    who: 'anyone',
    subject: 'nobody',
    summary:
      'Ask for the newsletter: an email asks the owner of the address to confirm; the answer is always the same',
    body: z.strictObject({ email: newEmail }),
    status: 202,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/newsletter/confirm',
    who: 'anyone',
    summary: 'Subscribe with the token of such an email, once, within seven days',
    body: z.strictObject({ token }),
    status: 204,
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/newsletter/unsubscribe',
    who: 'anyone',
    summary: 'Unsubscribe with the token of a link; mail programs call it with one click (RFC 8058)',
    query: z.strictObject({ token }),
    ignoresForm: true,
    status: 204,
  }),
  read: endpoint({
    method: 'GET',
    path: '/newsletter',
    who: 'admin',
    summary: 'How many people subscribe to the newsletter',
    answer: subscribers,
  }),
  export: endpoint({
    method: 'GET',
    path: '/newsletter.csv',
    who: 'admin',
    freshProof: 'with_factor',
    summary: 'The subscribers as a file, each with a link that unsubscribes',
    answers: 'text/csv',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/newsletter/{email}',
    who: 'admin',
    subject: 'nobody',
    summary: 'Take an address off the list of subscribers',
    params: z.strictObject({ email: newEmail }),
    status: 204,
  }),
}
