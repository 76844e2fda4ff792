import type { Tracing } from './tracing.ts'
import { wrapCalls } from './wrap-calls.ts'

/** The same helper of the shop, inside or outside of it, and each of its calls is told: `mail.send`. */
export const tracedCalls = <T extends object>(
  tracing: Tracing,
  name: string,
  helper: T,
  isOutside = true,
): T =>
  wrapCalls(helper, (call, make) => {
    const made = make()
    return made instanceof Promise ? tracing.part(`${name}.${call}`, () => made, isOutside) : made
  })
