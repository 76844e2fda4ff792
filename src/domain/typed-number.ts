/**
 * The number that a person typed; NaN for anything else. The decimals may stand behind a point or a comma, thousands
 * behind a space. A minus is read, so that the bounds of the field can refuse it with their own sentence.
 */
export function typedNumber(typed: string): number {
  const [, sign, whole, fraction = ''] =
    /^(-?)(\d{1,3}(?:\s\d{3})+|\d*)(?:[.,](\d*))?$/.exec(typed.trim()) ?? []
  if (whole === undefined || whole + fraction === '' || separatorFault(typed)) return Number.NaN
  return Number(`${sign}${whole.replaceAll(/\s/g, '')}.${fraction}`)
}

/** The sentence for a number whose point or comma could separate thousands: 1,234 is not the same for everybody. */
export const separatorFault = (typed: string): string | undefined =>
  /^-?(?:[1-9]\d{0,2},\d{3}|\d+(?:[.,]\d+){2,})$/.test(typed.trim())
    ? 'Leave out the thousands separator: write 1234 or 1.23.'
    : undefined
