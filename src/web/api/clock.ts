/** How far the shop's clock is ahead of this device's, in milliseconds. */
let offsetMs = 0

/** Smaller differences are noise: the duration of a call, and the whole seconds of the Date header. */
const toleranceMs = 5000

/** Reads the shop's time from a response, unless a cache may have stored it. */
export function syncClock({ headers }: Response): void {
  const at = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(at) || headers.get('cache-control') !== 'no-store') return
  const difference = at - Date.now()
  offsetMs = Math.abs(difference) < toleranceMs ? 0 : difference
}

/** The shop's time. Use it for moments that the shop sends, because the clock of a device may be wrong. */
export const now = (): number => Date.now() + offsetMs
