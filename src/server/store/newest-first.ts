/** Where a list that goes down by id begins: it comes after every id, for they begin with a hexadecimal digit. */
export const end = 'z'

/** So many are looked at by one statement, however far the way is. */
const mostAtOnce = 8000

/** How many of the newest to look at, step by step, until a page of what is looked for is found among them. */
export function* stepsFrom(first: number): Generator<number, never> {
  for (let count = first; ; count = Math.min(2 * count, mostAtOnce)) yield count
}
