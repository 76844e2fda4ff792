const storageKey = 'back'

/** Keeps the page in this tab while the visitor signs up, maybe at Google or GitHub. */
export function keepLeftPage(path: string): void {
  try {
    window.sessionStorage.setItem(storageKey, path)
  } catch {
    // Without storage there is no bar.
  }
}

export function forgetLeftPage(): void {
  try {
    window.sessionStorage.removeItem(storageKey)
  } catch {
    // Nothing was kept either.
  }
}

/** The page that a new customer came from; undefined if there is none. */
export function readLeftPage(): string | undefined {
  try {
    return window.sessionStorage.getItem(storageKey) ?? undefined
  } catch {
    return undefined
  }
}
