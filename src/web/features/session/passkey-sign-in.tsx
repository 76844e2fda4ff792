import { call } from '../../api/call.ts'
import { hasPasskeys } from '../../api/has-passkeys.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { enter } from './queries.ts'

async function signIn(): Promise<void> {
  const { showPasskey } = await import('../../api/passkeys.ts')
  const { user } = await call('POST /auth/passkeys/sign-in', { body: await showPasskey() })
  await enter(user)
}

/** Only where the browser has passkeys, which the server cannot know. */
export function PasskeySignIn() {
  if (!useHydrated() || !hasPasskeys()) return null
  return (
    <div className="mt-3 grid">
      <ActionButton className="btn-quiet" onPress={signIn}>
        Sign in with a passkey
      </ActionButton>
    </div>
  )
}
