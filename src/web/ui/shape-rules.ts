import type * as z from 'zod/mini'
import type { FormRules, InputLimits, Values } from './form.tsx'

type Fields = Readonly<Record<string, z.core.$ZodType>>

/** A form's rules from a shape of the contract, so that form and server agree. */
export function rulesOf<Shape extends z.ZodMiniObject>(
  shape: Shape,
  numberIn: (typed: string) => number = Number,
): FormRules<z.output<Shape>> {
  const fields: Fields = shape.shape
  return {
    read(values) {
      const { data, error } = shape.safeParse(typed(fields, values, numberIn))
      if (!error) return { sent: data }
      const errors: Record<string, string> = {}
      for (const { path, message } of error.issues) errors[path.join('.')] ??= message
      return { errors }
    },
    limitsOf: name => limitsOf(fields[name]),
  }
}

/** Fields are text: numbers are parsed, and an empty field is undefined if it is a number or optional. */
const typed = (
  fields: Fields,
  values: Values,
  numberIn: (typed: string) => number,
): Record<string, string | number | undefined> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = values[name] ?? ''
      const { type } = field._zod.def
      if (value.trim() === '' && (type === 'number' || type === 'optional')) return [name, undefined]
      return [name, type === 'number' ? numberIn(value) : value]
    }),
  )

/** The shape of a nested value, such as `banners.0.title`. */
export function shapeAt(shape: z.core.$ZodType, path: string): z.core.$ZodType | undefined {
  return path.split('.').reduce<z.core.$ZodType | undefined>((outer, key) => {
    const def = outer && withoutWrappers(outer)._zod.def
    if (def?.type === 'array') return (def as z.core.$ZodArrayDef).element
    return def?.type === 'object' ? (def as z.core.$ZodObjectDef).shape[key] : undefined
  }, shape)
}

const withoutWrappers = (shape: z.core.$ZodType): z.core.$ZodType =>
  shape._zod.def.type === 'nullable'
    ? withoutWrappers((shape._zod.def as z.core.$ZodNullableDef).innerType)
    : shape

export function limitsOf(field: z.core.$ZodType | undefined): InputLimits {
  if (!field) return {}
  const { def } = field._zod
  // The bounds of a list are those of its entries, not of a text.
  if (def.type === 'array') return {}
  if (isPipe(def)) return limitsOf(def.in)
  if (isOptional(def)) return limitsOf(def.innerType)
  const checks = (def.checks ?? []).map(({ _zod }): Bound => _zod.def)
  const bounds = (kind: string) => checks.flatMap(bound => (bound.check === kind ? [bound] : []))
  const [most, least, longest] = [bounds('less_than'), bounds('greater_than'), bounds('max_length')]
  return {
    ...(most.length > 0 && { max: Math.min(...most.map(({ value }) => Number(value))) }),
    ...(least.length > 0 && { min: Math.max(...least.map(({ value }) => Number(value))) }),
    ...(longest.length > 0 && { maxLength: Math.min(...longest.map(({ maximum }) => Number(maximum))) }),
  }
}

/** A check of a shape, as zod describes it. */
interface Bound {
  check: string
  value?: unknown
  maximum?: unknown
}

const isPipe = (def: z.core.$ZodTypeDef): def is z.core.$ZodPipeDef => def.type === 'pipe'

const isOptional = (def: z.core.$ZodTypeDef): def is z.core.$ZodOptionalDef => def.type === 'optional'
