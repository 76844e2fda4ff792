/** How far the shop's clock is ahead of this device's, in milliseconds. */
let ahead = 0

/** What a call takes, and the header's whole seconds: less than this says nothing. */
const blur = 5000

/** Reads the shop's time off an answer. One that a cache may have kept tells an old time. */
export function noteTime({ headers }: Response): void {
  const at = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(at) || headers.get('cache-control') !== 'no-store') return
  const difference = at - Date.now()
  ahead = Math.abs(difference) < blur ? 0 : difference
}

/** The time at the shop: whatever it says of a moment is held against this, as the clock of a device may be wrong. */
export const now = (): number => Date.now() + ahead
