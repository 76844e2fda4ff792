import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, emailParams, id, pageQuery } from './shapes.ts'

/** A user as admins see them. */
export const listedUser = z.strictObject({
  _id: id,
  email,
  role: z.nullable(z.literal('admin')),
  /** Whether somebody has proved that the e-mail is theirs. */
  verified: z.boolean(),
})

export type ListedUser = z.output<typeof listedUser>

export const users = {
  isAdmin: endpoint({
    method: 'GET',
    path: '/admin/{email}',
    who: 'self',
    summary: 'Whether this user is an admin',
    params: emailParams,
    answer: z.strictObject({ admin: z.boolean() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/users',
    who: 'admin',
    summary: 'Every user, oldest first',
    query: pageQuery,
    answer: z.array(listedUser),
  }),
  promote: endpoint({
    method: 'PUT',
    path: '/adminUser/{email}',
    who: 'admin',
    summary: 'Make a user an admin; an admin stays one',
    params: emailParams,
    answer: listedUser,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/{email}',
    who: 'admin',
    summary: 'Remove a user: signed out at once, unpaid orders cancelled, paid ones kept',
    params: emailParams,
    status: 204,
  }),
}
