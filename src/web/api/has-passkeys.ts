/** Whether this browser has passkeys at all; without https, away from localhost, none has. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window

/** The same of this address: they belong to a name, and one of numbers has none. */
export const canOfferPasskeys = (): boolean => hasPasskeys() && !/^[\d.]+$|:/.test(window.location.hostname)
