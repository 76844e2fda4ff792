const key = 'unconfirmedHidden'

/** Dismissed until the browser is closed. */
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
    // Without storage the banner returns on the next page.
  }
}
