/** Browsers offer passkeys only over https and on localhost. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window

/** Passkeys belong to a domain name, so an IP address cannot have any. */
export const canOfferPasskeys = (): boolean => hasPasskeys() && !/^[\d.]+$|:/.test(window.location.hostname)
