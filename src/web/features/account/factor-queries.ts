import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { totp } from '#contract/factors.ts'
import { call } from '../../api/call.ts'
import { makePasskey } from '../../api/passkeys.ts'
import { ownFactors, ownSessions } from './queries.ts'

/** A second factor changes what an admin may do, so the session is fetched again too. */
function useFactorChange<Given, Answer>(mutationFn: (given: Given) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ownFactors.queryKey }),
        client.invalidateQueries({ queryKey: ['session'] }),
        // A new factor ends all other sessions.
        client.invalidateQueries({ queryKey: ownSessions.queryKey }),
      ]),
  }).mutateAsync
}

export const useAddPasskey = () => useFactorChange(({ name }: { name: string }) => makePasskey(name))

export const useRenamePasskey = () =>
  useFactorChange(({ id, name }: { id: string; name: string }) =>
    call('PATCH /auth/passkeys/{id}', { params: { id }, body: { name } }),
  )

export const useRemovePasskey = () =>
  useFactorChange((id: string) => call('DELETE /auth/passkeys/{id}', { params: { id } }))

export type NewSecret = AnswerOf<typeof totp.begin>

/** The secret takes effect once a code made from it is confirmed. */
export const beginTotp = () => call('POST /auth/totp', {})

export const useConfirmTotp = () =>
  useFactorChange((body: { code: string }) => call('PUT /auth/totp', { body }))

export const useRemoveTotp = () => useFactorChange(() => call('DELETE /auth/totp', {}))

export const useRenewRecoveryCodes = () => useFactorChange(() => call('POST /auth/totp/recovery-codes', {}))
