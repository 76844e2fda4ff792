import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import type { Passkey, ShownPasskey } from '#contract/factors.ts'
import { call } from './call.ts'
import { ProblemError } from './problem-error.ts'

/** Loaded on demand, because most visitors use no passkey. */
const library = () => import('@simplewebauthn/browser')

/** Creates a passkey on this device and registers it with the shop. */
export async function makePasskey(name: string): Promise<Passkey> {
  const optionsJSON = await call('POST /auth/passkeys/options', {})
  const { startRegistration } = await library()
  const { id, response } = await startRegistration({ optionsJSON }).catch(explain)
  const { clientDataJSON, attestationObject } = response
  return call('POST /auth/passkeys', { body: { name, id, clientDataJSON, attestationObject } })
}

/** Asks the device for a passkey. The response can be used once. */
export async function showPasskey(): Promise<ShownPasskey> {
  const optionsJSON = await call('POST /auth/passkeys/challenge', {})
  const { startAuthentication } = await library()
  return shownOf(await startAuthentication({ optionsJSON }).catch(explain))
}

const shownOf = ({ id, response }: AuthenticationResponseJSON): ShownPasskey => {
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, clientDataJSON, authenticatorData, signature }
}

/** A challenge is valid for five minutes, so it is renewed before that. */
const renewMs = 4 * 60_000

/**
 * The passkey that the visitor picks from the browser's suggestions in the email field; undefined if the browser
 * suggests none or `signal` aborts. The visitor did not ask for suggestions, so errors stay silent.
 */
export async function suggestedPasskey(signal: AbortSignal): Promise<ShownPasskey | undefined> {
  const { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } = await library()
  const isOffered = await browserSupportsWebAuthnAutofill()
  const withdraw = () => WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', withdraw)
  for (let isOld = isOffered; isOld; ) {
    const optionsJSON = await call('POST /auth/passkeys/challenge', { signal: signal })
    isOld = false
    const age = setTimeout(() => {
      isOld = true
      withdraw()
    }, renewMs)
    try {
      signal.throwIfAborted()
      return shownOf(await startAuthentication({ optionsJSON, useBrowserAutofill: true }))
    } catch {
      if (signal.aborted) return undefined
    } finally {
      clearTimeout(age)
    }
  }
  return undefined
}

const sentences: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used: the request was canceled or took too long. Please try again.',
  AbortError: 'No passkey was used: the request was canceled. Please try again.',
  InvalidStateError: 'This device already has a passkey for your account.',
}

function explain(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  throw new ProblemError({
    type: 'about:blank',
    title: 'No passkey',
    status: 403,
    code: 'passkey_refused',
    detail: sentences[name] ?? 'Passkeys are not available on this device or in this browser.',
  })
}
