import { setImmediate } from 'node:timers/promises'

/** The maximum number of rows that one statement reads. */
const mostAtOnce = 8000

/**
 * Reads rows in growing steps, yielding to other requests in between, until the page is full. A step returns its matches and
 * the last row it read, or undefined at the end.
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
