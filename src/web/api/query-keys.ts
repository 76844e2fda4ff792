/** Keys that more than one feature invalidates; every other key stays in its feature's queries.ts. */
export const itemsKey = ['items'] as const

export const ordersKey = ['bookings'] as const

/** The counts of what waits for an admin; changes to orders and to reviews invalidate it. */
export const waitingKey = [...ordersKey, 'waiting'] as const

/** Whose session it is; without a token nobody's. */
export const sessionKey = (token: string | null) => ['session', token ?? ''] as const
