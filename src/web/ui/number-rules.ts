import type * as z from 'zod/mini'
import { separatorFault, typedNumber } from '#domain/typed-number.ts'
import type { FormRules } from './form.tsx'
import { rulesOf } from './shape-rules.ts'

/** A form's rules, if its numbers are typed into text inputs: a browser drops the comma from an input of type number. */
export function numberRulesOf<Shape extends z.ZodMiniObject>(shape: Shape): FormRules<z.output<Shape>> {
  const rules = rulesOf(shape, typedNumber)
  return {
    ...rules,
    read(values) {
      const read = rules.read(values)
      if (!read.errors) return read
      const better = Object.entries(read.errors).map(([name, message]) => [
        name,
        separatorFault(values[name] ?? '') ?? message,
      ])
      return { errors: Object.fromEntries(better) }
    },
  }
}
