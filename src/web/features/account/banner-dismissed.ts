const key = 'unconfirmedHidden'

/** Whether this person wants to see nothing of it until the browser is closed. */
export function isDismissed(email: string): boolean {
  try {
    return window.sessionStorage.getItem(key) === email
  } catch {
    return false
  }
}

export function dismissForThisVisit(email: string): void {
  try {
    window.sessionStorage.setItem(key, email)
  } catch {
    // A browser without storage shows it again on the next page.
  }
}
