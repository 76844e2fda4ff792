import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import { Refusal } from '#domain/refusal.ts'
import { bounds } from '../bounds.ts'

z.config(en())

const compiled = new WeakMap<z.ZodMiniType, z.ZodMiniType>()

/** Compiled on first use: compiling the whole contract would delay the start. */
function compile<S extends z.ZodMiniType>(shape: S): S {
  const known = (compiled.get(shape) ?? z.compile(shape)) as S
  compiled.set(shape, known)
  return known
}

/** Returns the value in its declared shape, or refuses it and names every bad field. Nothing is coerced. */
export function validate<S extends z.ZodMiniType>(shape: S, value: unknown): z.output<S> {
  const result = compile(shape).safeParse(value)
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  let unknown = false
  for (const issue of result.error.issues.slice(0, bounds.namedFields)) {
    if (issue.code === 'unrecognized_keys') {
      unknown = true
      for (const key of issue.keys.slice(0, bounds.namedFields))
        fields[key] = 'The shop does not know this field.'
    } else {
      fields[issue.path.join('.') || 'body'] ??= issue.message
    }
  }
  if (unknown)
    throw new Refusal('unknown_field', 'The request has a field that the shop does not know.', { fields })
  throw new Refusal('bad_input', 'Check what you entered.', { fields })
}
