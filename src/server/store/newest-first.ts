/** The start of a list in descending order of ids: it sorts after every id because ids begin with a hexadecimal digit. */
export const end = 'z'

/** A lower bound for the ids of rows written at this time or later, because ids begin with their time. */
export function idFrom(at: number): string {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}
