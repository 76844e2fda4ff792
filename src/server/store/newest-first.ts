/** Where a list that goes down by id begins: it comes after every id, for they begin with a hexadecimal digit. */
export const end = 'z'

/** The ids of what was written at a moment or later come after it: they begin with their time. */
export function idFrom(at: number): string {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}
