import { inThousands } from '#domain/thousands.ts'

/** '1 order', '2,000 orders' */
export const countOf = (count: number, noun: string): string =>
  `${inThousands(count)} ${noun}${count === 1 ? '' : 's'}`
