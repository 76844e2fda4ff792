type Part = 'city' | 'country' | 'line1' | 'line2' | 'postal_code' | 'state'

/** An address as Stripe returns it: missing fields are null. */
export function withNullFields(
  given: Partial<Record<Part, string | null | undefined>> = {},
): Record<Part, string | null> {
  const { city, country, line1, line2, postal_code, state } = given
  return {
    city: city ?? null,
    country: country ?? null,
    line1: line1 ?? null,
    line2: line2 ?? null,
    postal_code: postal_code ?? null,
    state: state ?? null,
  }
}
