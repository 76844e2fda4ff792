import type { Passkey, ShownPasskey } from '#contract/factors.ts'
import { call } from './call.ts'
import { ProblemError } from './problem-error.ts'

/** Only with the first passkey: most visitors need none of it. */
const library = () => import('@simplewebauthn/browser')

/** Lets this device make a passkey, and the shop keep it. */
export async function makePasskey(name: string): Promise<Passkey> {
  const optionsJSON = await call('POST /auth/passkeys/options', {})
  const { startRegistration } = await library()
  const { id, response } = await startRegistration({ optionsJSON }).catch(explain)
  const { clientDataJSON, attestationObject } = response
  return call('POST /auth/passkeys', { body: { name, id, clientDataJSON, attestationObject } })
}

/** Lets this device show a passkey; what it says is good once. */
export async function showPasskey(): Promise<ShownPasskey> {
  const optionsJSON = await call('POST /auth/passkeys/challenge', {})
  const { startAuthentication } = await library()
  const { id, response } = await startAuthentication({ optionsJSON }).catch(explain)
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, clientDataJSON, authenticatorData, signature }
}

const sentences: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey came: it was cancelled, or it took too long. Please try again.',
  AbortError: 'No passkey came: it was cancelled. Please try again.',
  InvalidStateError: 'This device has a passkey of your account already.',
}

function explain(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  throw new ProblemError({
    type: 'about:blank',
    title: 'No passkey',
    status: 403,
    code: 'passkey_refused',
    detail: sentences[name] ?? 'This device or browser cannot use a passkey here.',
  })
}
