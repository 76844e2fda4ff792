import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { emailParams } from './shapes.ts'

export const users = {
  isAdmin: endpoint({
    method: 'GET',
    path: '/admin/{email}',
    who: 'self',
    summary: 'Whether this user is an admin',
    params: emailParams,
    answer: z.strictObject({ admin: z.boolean() }),
  }),
}
