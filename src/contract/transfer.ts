import * as z from 'zod/mini'
import { paragraphs } from './shapes.ts'

/** How customers can pay by bank transfer. */
export const transfer = z.strictObject({
  /** Where to, such as the IBAN. */
  text: paragraphs(400, 'Enter where to, such as the IBAN.'),
  /** For how many days the stock of an order waits for its transfer. */
  days: z
    .int({ error: 'Enter 1 to 30.' })
    .check(z.minimum(1, 'Enter 1 to 30.'), z.maximum(30, 'Enter 1 to 30.')),
})

export type Transfer = z.output<typeof transfer>
