/** An order as people call it: 'T-1042'. */
export const formatNumber = (number: number): string => `T-${number}`

/** Whether a number was typed as people call it, and not as mere digits. */
export const hasLetter = (search: string): boolean => /^\s*t/i.test(search)

/** The number that somebody looks for, with or without the letter; undefined when it is something else. */
export function numberIn(search: string): number | undefined {
  const [, digits] = /^(?:t-?)?(\d{1,15})$/i.exec(search.trim()) ?? []
  return digits === undefined ? undefined : Number(digits)
}
