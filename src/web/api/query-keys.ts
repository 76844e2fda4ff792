/** Keys that more than one feature makes stale; every other key stays in its feature's queries.ts. */
export const itemsKey = ['items'] as const

export const ordersKey = ['bookings'] as const
