import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, emailParams, id, moment, pageQuery, searchText, storable } from './shapes.ts'

/** A user as admins see them. */
export const listedUser = z.strictObject({
  _id: id,
  email,
  role: z.nullable(z.literal('admin')),
  /** As in their profile, or else as they signed up. */
  name: z.string(),
  /** Whether somebody has proved that the e-mail is theirs. */
  verified: z.boolean(),
  /** How many orders there are of theirs. */
  orders: z.int(),
  /** To the quarter of an hour. */
  lastSeenAt: moment,
})

export type ListedUser = z.output<typeof listedUser>

const userQuery = z.extend(pageQuery, {
  /** The beginning of an e-mail, or words of a name, each of them the beginning of one. */
  search: z.optional(searchText.check(z.refine(storable, 'No e-mail and no name has these characters.'))),
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
    summary: 'Remove a user: signed out at once, unpaid orders cancelled, paid ones kept',
    params: emailParams,
    status: 204,
  }),
}
