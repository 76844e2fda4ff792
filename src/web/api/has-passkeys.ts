/** Whether this browser has passkeys at all; without https, away from localhost, none has. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window
