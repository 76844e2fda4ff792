import { setImmediate } from 'node:timers/promises'

/** One statement looks at so many rows at most, however many there are. */
const mostAtOnce = 8000

/**
 * Looks through rows, more with each step and with others served in between, until a page is found. A step answers with
 * what it has found and the last row that it has looked at, undefined after the end.
 */
export async function findInSteps<Found extends Row, Row = Found>(
  limit: number,
  step: (last: Row | undefined, count: number) => Promise<{ found: Found[]; last: Row | undefined }>,
): Promise<Found[]> {
  const found: Found[] = []
  let last: Row | undefined
  for (let count = 4 * limit; ; count = Math.min(2 * count, mostAtOnce)) {
    const next = await step(last, count)
    found.push(...next.found)
    last = next.last
    if (found.length >= limit || last === undefined) return found.slice(0, limit)
    await setImmediate()
  }
}
