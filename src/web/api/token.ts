import { useSyncExternalStore } from 'react'

export const tokenKey = 'accessToken'

const listeners = new Set<() => void>()

function notify(): void {
  for (const listener of listeners) listener()
}

/** null when nobody is signed in. A visitor whose browser blocks storage stays signed out. */
export function readToken(): string | null {
  try {
    return window.localStorage.getItem(tokenKey)
  } catch {
    return null
  }
}

/** Enables queries that need a session: an unmounting component may still run effects after the token is gone. */
export const hasToken = (): boolean => readToken() !== null

export function storeToken(token: string): void {
  window.localStorage.setItem(tokenKey, token)
  notify()
}

/** Forgets only this token: a late refusal of an old one must not end a newer session. */
export function forgetToken(token: string): void {
  if (readToken() !== token) return
  window.localStorage.removeItem(tokenKey)
  notify()
}

/** Listens to changes made by this tab and by others. */
export function onTokenChange(listener: () => void): () => void {
  listeners.add(listener)
  // Other tabs fire the storage event; `key` is null when the whole storage was cleared.
  const onStorage = (event: StorageEvent) => {
    if (event.key === tokenKey || event.key === null) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** null without a token. The server never has one, so what depends on it renders after hydration. */
export const useToken = (): string | null => useSyncExternalStore(onTokenChange, readToken, readToken)
