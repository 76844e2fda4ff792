import type { Endpoint } from '#contract/endpoint.ts'
import type { Random } from '../../interfaces.ts'
import { comment, postalAddress } from '../words.ts'

type Shape = NonNullable<Endpoint['body']>

/** The parts of a shape that say what a value looks like. */
interface Definition {
  type: string
  shape?: Readonly<Record<string, Shape>>
  innerType?: Shape
  in?: Shape
  element?: Shape
  options?: readonly Shape[]
  entries?: Readonly<Record<string, unknown>>
  values?: readonly unknown[]
}

/** What the sender knows, by the name of the field: ids, e-mails and so on. */
export type Known = Readonly<Record<string, unknown>>

/** A body that the contract may accept: every field with a value of its kind, so that only what is spoiled is wrong. */
export function bodyFor(random: Random, shape: Shape, known: Known): unknown {
  return valueFor(random, shape, '', known)
}

function valueFor(random: Random, { _zod: { def } }: Shape, name: string, known: Known): unknown {
  const { type, shape, innerType, in: input, element, options, entries, values } = def as Definition
  if (name in known) return known[name]
  const inner = innerType ?? input ?? options?.[0]
  if (inner) return valueFor(random, inner, name, known)
  if (shape) return objectFor(random, shape, known)
  if (element) return [valueFor(random, element, name, known)]
  if (entries) return random.pick(Object.values(entries))
  if (values) return values[0]
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'number') return random.whole(1, 3)
  return random.chance(0.5) ? comment(random) : postalAddress(random)
}

const objectFor = (random: Random, shape: Readonly<Record<string, Shape>>, known: Known) =>
  Object.fromEntries(
    Object.entries(shape)
      .filter(([, field]) => (field._zod.def as Definition).type !== 'optional' || random.chance(0.5))
      .map(([name, field]) => [name, valueFor(random, field, name, known)]),
  )
