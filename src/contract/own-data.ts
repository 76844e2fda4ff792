import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { password } from './identity.ts'

/** An account without a password needs a fresh sign-in instead. */
export const eraseForm = z.strictObject({ password: z.optional(password) })

/** Export and erasure of a user's data. */
export const ownData = {
  export: endpoint({
    method: 'GET',
    path: '/auth/export',
    who: 'user',
    summary: 'Everything that the shop has about the caller, pictures included, as one file',
    answers: 'application/json',
    freshProof: 'with_factor',
  }),
  erase: endpoint({
    method: 'POST',
    path: '/auth/erase',
    who: 'user',
    summary:
      'Close the caller’s account permanently: personal data is removed, and what the books need is made anonymous',
    body: eraseForm,
    status: 204,
    freshProof: 'with_factor',
  }),
}
