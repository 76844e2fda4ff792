import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, emailParams, id, moment, pageQuery, searchText, storable } from './shapes.ts'

/** A user in the admins' list. */
export const listedUser = z.strictObject({
  _id: id,
  email,
  role: z.nullable(z.literal('admin')),
  /** From the profile, otherwise from signing up. */
  name: z.string(),
  /** Whether the email is confirmed. */
  verified: z.boolean(),
  orders: z.int(),
  /** Rounded to a quarter of an hour. */
  lastSeenAt: moment,
})

export type ListedUser = z.output<typeof listedUser>

const userQuery = z.extend(pageQuery, {
  /** The start of an email, or prefixes of the words of a name. */
  search: z.optional(
    searchText.check(z.refine(storable, 'Emails and names cannot contain these characters.')),
  ),
})

export const users = {
  isAdmin: endpoint({
    method: 'GET',
    path: '/admin/{email}',
    who: 'self',
    subject: { params: 'email' },
    summary: 'Whether this user is an admin',
    params: emailParams,
    answer: z.strictObject({ admin: z.boolean() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/users',
    who: 'admin',
    summary: 'Every user, or those that a search finds, newest first',
    query: userQuery,
    answer: z.array(listedUser),
  }),
  promote: endpoint({
    method: 'PUT',
    path: '/adminUser/{email}',
    who: 'admin',
    subject: { params: 'email' },
    freshProof: 'where_required',
    summary: 'Make a user an admin; an admin stays one',
    params: emailParams,
    answer: listedUser,
  }),
  demote: endpoint({
    method: 'DELETE',
    path: '/adminUser/{email}',
    who: 'admin',
    subject: { params: 'email' },
    freshProof: 'where_required',
    summary: 'Take the admin role from a user, oneself included; the last admin keeps it',
    params: emailParams,
    status: 204,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/{email}',
    who: 'admin',
    subject: { params: 'email' },
    freshProof: 'where_required',
    summary:
      'Remove a user: signed out immediately; half a minute later unpaid orders are canceled, paid ones are kept',
    params: emailParams,
    status: 204,
  }),
  bringBack: endpoint({
    method: 'PUT',
    path: '/user/{email}/removed',
    who: 'admin',
    subject: { params: 'email' },
    freshProof: 'where_required',
    summary: 'Restore a user who was removed within the last seconds, with everything they had',
    params: emailParams,
    body: z.strictObject({ removed: z.literal(false) }),
    answer: listedUser,
  }),
}
