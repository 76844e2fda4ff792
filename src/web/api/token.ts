import { useSyncExternalStore } from 'react'

export const tokenKey = 'accessToken'

const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

/** null when nobody is signed in. Storage can be switched off in a browser; that visitor stays signed out. */
export function readToken(): string | null {
  try {
    return window.localStorage.getItem(tokenKey)
  } catch {
    return null
  }
}

/** When a query of one's own makes sense: effects of a part that is leaving the page may run after the token is gone. */
export const hasToken = (): boolean => readToken() !== null

export function keepToken(token: string): void {
  window.localStorage.setItem(tokenKey, token)
  tell()
}

/** Forgets this very token: a late refusal of an old one must not end a session that began since. */
export function forgetToken(token: string): void {
  if (readToken() !== token) return
  window.localStorage.removeItem(tokenKey)
  tell()
}

/** Whoever changes it: this tab, or another one. */
export function onTokenChange(listener: () => void): () => void {
  listeners.add(listener)
  // Other tabs are heard through the storage event; `key` is null when the whole storage was cleared.
  const onStorage = (event: StorageEvent) => {
    if (event.key === tokenKey || event.key === null) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** The token, or null without one. The server has none, so what depends on it waits until the page has come to life. */
export const useToken = (): string | null => useSyncExternalStore(onTokenChange, readToken, readToken)
