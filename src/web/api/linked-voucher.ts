const storageKey = 'voucher'

/** A link's voucher, as in /items?voucher=WELCOME10, is good for the whole visit, whichever page it leads to. */
export function rememberVoucher(): void {
  const code = new URLSearchParams(window.location.search).get('voucher')
  try {
    if (code) window.sessionStorage.setItem(storageKey, code)
  } catch {
    // It can still be entered on the payment page.
  }
}

export function rememberedVoucher(): string | null {
  try {
    return window.sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}

export function forgetVoucher(): void {
  try {
    window.sessionStorage.removeItem(storageKey)
  } catch {
    // Then none is remembered.
  }
}
