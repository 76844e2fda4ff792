/** For example 'T-1042'. */
export const formatNumber = (number: number): string => `T-${number}`

/** Whether a search starts with the letter of an order number, and is not only digits. */
export const hasLetter = (search: string): boolean => /^\s*t/i.test(search)

/** The order number in a search, with or without the letter; undefined if there is none. */
export function numberIn(search: string): number | undefined {
  const [, digits] = /^(?:t-?)?(\d{1,15})$/i.exec(search.trim()) ?? []
  return digits === undefined ? undefined : Number(digits)
}
