import { invalid } from './errors.ts'
import type { Form, FormValue } from './form.ts'

/** Parses one parameter, or throws Stripe's error. */
type Reader<T> = (value: FormValue, name: string) => T
type Shape = Record<string, Reader<unknown>>
export type Read<S extends Shape> = { [K in keyof S]?: S[K] extends Reader<infer T> ? T : never }

/** Parses the known parameters of a form, and refuses unknown ones, as Stripe does. */
export function read<S extends Shape>(form: Form, shape: S, prefix = ''): Read<S> {
  const found: Read<S> = {}
  for (const [key, value] of form) {
    const name = prefix === '' ? key : `${prefix}[${key}]`
    const reader = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (reader === undefined) {
      throw invalid(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name })
    }
    Object.assign(found, { [key]: reader(value, name) })
  }
  return found
}

export function text(value: FormValue, name: string): string {
  if (typeof value !== 'string') throw invalid('Invalid string', { param: name })
  if (value === '') {
    throw invalid(
      `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`,
      { code: 'parameter_invalid_empty', param: name },
    )
  }
  if (value.length > 5000) throw invalid(`Invalid ${name}: must be at most 5000 characters`, { param: name })
  return value
}

/** Text that an empty value clears. */
export function unsettable(value: FormValue, name: string): string | null {
  return value === '' ? null : text(value, name)
}

export function description(value: FormValue, name: string): string | null {
  const written = unsettable(value, name)
  if (written !== null && written.length > 1000)
    throw invalid(`Invalid string: ${written.slice(0, 20)}...; must be at most 1000 characters`, {
      param: name,
    })
  return written
}

/** An address that Stripe accepts: only ASCII, and a domain with a dot. */
export function emailAddress(value: FormValue, name: string): string | null {
  const written = unsettable(value, name)
  if (
    written !== null &&
    (written.length > 254 ||
      !/^[^\s@,;<>()[\]\\"]+@([a-z\d-]+\.)+[a-z\d-]{2,}$/i.test(written) ||
      /[^\x21-\x7e]/.test(written))
  )
    throw invalid(`Invalid email address: ${written}`, { code: 'email_invalid', param: name })
  return written
}

export function integer(value: FormValue, name: string): number {
  const written = text(value, name)
  if (!/^-?\d{1,15}$/.test(written)) {
    throw invalid(`Invalid integer: ${written}`, { code: 'parameter_invalid_integer', param: name })
  }
  return Number(written)
}

export function flag(value: FormValue, name: string): boolean {
  if (value !== 'true' && value !== 'false')
    throw invalid(`Invalid boolean: ${text(value, name)}`, { param: name })
  return value === 'true'
}

export function oneOf<const T extends string>(...choices: T[]): Reader<T> {
  return (value, name) => {
    const chosen = choices.find(choice => choice === value)
    if (chosen === undefined)
      throw invalid(`Invalid ${name}: must be one of ${choices.join(', ')}`, { param: name })
    return chosen
  }
}

export function list(value: FormValue, name: string): string[] {
  if (typeof value === 'string') throw invalid('Invalid array', { param: name })
  return [...value].map(([index, item]) => text(item, `${name}[${index}]`))
}

export function group<S extends Shape>(shape: S): Reader<Read<S>> {
  return (value, name) => {
    if (typeof value === 'string') throw invalid('Invalid object', { param: name })
    return read(value, shape, name)
  }
}

/** `metadata[key]=` removes one key; `metadata=` removes all (null). */
export function metadata(value: FormValue, name: string): Map<string, string> | null {
  if (value === '') return null
  if (typeof value === 'string') throw invalid('Invalid object', { param: name })
  const pairs = new Map<string, string>()
  for (const [key, item] of value) {
    if (typeof item !== 'string')
      throw invalid('Metadata values must be strings', { param: `${name}[${key}]` })
    if (key.length > 40 || item.length > 500) {
      throw invalid('Metadata keys have at most 40 characters, values at most 500', {
        param: `${name}[${key}]`,
      })
    }
    pairs.set(key, item)
  }
  return pairs
}

export function mergedMetadata(
  before: Record<string, string>,
  change: Map<string, string> | null | undefined,
): Record<string, string> {
  if (change === undefined) return before
  const merged = new Map(change === null ? [] : Object.entries(before))
  for (const [key, value] of change ?? []) value === '' ? merged.delete(key) : merged.set(key, value)
  if (merged.size > 50) throw invalid('You can have up to 50 metadata keys', { param: 'metadata' })
  return Object.fromEntries(merged)
}
