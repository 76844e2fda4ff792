import { useEffect, useRef } from 'react'
import type { ShownPasskey } from '#contract/factors.ts'
import { call } from '../../api/call.ts'
import { canOfferPasskeys, hasPasskeys } from '../../api/has-passkeys.ts'
import { sentenceOf } from '../../api/problem-error.ts'
import { paths } from '../../paths.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { useHydrated } from '../../ui/hydrated.tsx'
import { toast } from '../../ui/toast.tsx'
import { fetchToken } from './queries.ts'
import { isStillAt } from './return-path.ts'

const passkeys = () => import('../../api/passkeys.ts')

async function signInWith(body: ShownPasskey): Promise<void> {
  const { user } = await call('POST /auth/passkeys/sign-in', { body })
  await fetchToken(user)
}

/** Lets the browser suggest passkeys in the email field until one is selected or the controller aborts. */
function suggestPasskeys(): AbortController {
  const suggestions = new AbortController()
  if (canOfferPasskeys() && isStillAt(paths.login))
    void passkeys()
      .then(({ suggestedPasskey }) => suggestedPasskey(suggestions.signal))
      .catch(() => undefined)
      .then(chosen => chosen && signInWith(chosen))
      // Errors are shown from here on, because the visitor has selected a passkey and waits.
      .catch((error: unknown) => toast(sentenceOf(error), 'bad'))
  return suggestions
}

/** Rendered on the server for everybody, because most browsers have passkeys and nothing should move on hydration. */
export const PasskeySignIn = () => (!useHydrated() || hasPasskeys() ? <PasskeyButton /> : null)

function PasskeyButton() {
  const suggestions = useRef<AbortController>(undefined)
  useEffect(() => {
    suggestions.current = suggestPasskeys()
    return () => suggestions.current?.abort()
  }, [])

  /** Stops the suggestions first, because a browser handles one request at a time. */
  async function signIn() {
    suggestions.current?.abort()
    try {
      const { showPasskey } = await passkeys()
      await signInWith(await showPasskey())
    } catch (error) {
      suggestions.current = suggestPasskeys()
      throw error
    }
  }

  return (
    <div className="mt-3 grid">
      <ActionButton className="btn-quiet" onPress={signIn}>
        Sign in with a passkey
      </ActionButton>
    </div>
  )
}
