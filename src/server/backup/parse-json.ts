import type * as z from 'zod/mini'

/** Undefined for text that is not JSON of this shape. */
export function parseJson<T>(text: string, shape: z.ZodMiniType<T>): T | undefined {
  try {
    return shape.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
