import type { Tracing } from './tracing.ts'
import { wrapCalls } from './wrap-calls.ts'

/** Wraps an adapter, so that its calls are traced as `mail.send`. */
export const tracedCalls = <T extends object>(
  tracing: Tracing,
  name: string,
  adapter: T,
  isOutside = true,
): T =>
  wrapCalls(adapter, (call, make) => {
    const made = make()
    return made instanceof Promise ? tracing.part(`${name}.${call}`, () => made, isOutside) : made
  })
