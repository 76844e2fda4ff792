import { useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { useHydrated } from '../../ui/hydrated.tsx'
import { welcomeParam } from './return-path.ts'

const kept = 'kept'

/** Back to the link, whose secret has stayed in this tab. */
export const keptWelcomePath = `${paths.signup}?${welcomeParam}=${kept}`

const storageKey = 'welcome'

/** Keeps the secret in this tab while the visitor signs in elsewhere, so that it is in no address that others store. */
export function keepWelcome(token: string): void {
  try {
    window.sessionStorage.setItem(storageKey, token)
  } catch {
    // Without storage the visitor opens the link again.
  }
}

export const forgetWelcome = (): void => keepWelcome('')

function keptWelcome(): string {
  try {
    return window.sessionStorage.getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}

/** The secret of the link; undefined on the server, and where the page was opened without one. */
export function useWelcomeToken(): string | undefined {
  const given = new URLSearchParams(useLocation().search).get(welcomeParam)
  if (!useHydrated() || given === null) return undefined
  return given === kept ? keptWelcome() : given
}
