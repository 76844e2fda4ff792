import * as uuid from 'uuid'

/** What `uuid` remembers between two ids. A new world begins without it, so that its ids are the same every time. */
let last = { msecs: -1, seq: 0 }

export function forgetIds(): void {
  last = { msecs: -1, seq: 0 }
}

/** The shop gets this file instead of `uuid` (install.ts). */
export function v7(): string {
  const msecs = Date.now()
  const isLater = msecs > last.msecs
  last = isLater ? { msecs, seq: Math.floor(Math.random() * 2 ** 31) } : { ...last, seq: last.seq + 1 }
  return uuid.v7(last)
}
