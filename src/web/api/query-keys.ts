/** Keys that more than one feature makes stale; every other key stays in its feature's queries.ts. */
export const itemsKey = ['items'] as const

export const ordersKey = ['bookings'] as const

/** How much waits for an admin; orders make it stale, and reviews. */
export const waitingKey = [...ordersKey, 'waiting'] as const
