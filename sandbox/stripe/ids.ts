import { randomBytes } from 'node:crypto'

/** Ids look like Stripe's: a prefix for the type, then letters and digits. */
export function newId(prefix: string): string {
  const letters = randomBytes(32)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 24)
    .padEnd(24, '0')
  return `${prefix}_${letters}`
}

/** Stripe counts time in whole seconds. */
export const seconds = (): number => Math.floor(Date.now() / 1000)
