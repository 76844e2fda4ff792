export type Labels = Readonly<Record<string, string>>

/** One value of a metric; the series is written as Prometheus does: `name{label="value"}`. */
export type Sample = readonly [series: string, value: number]

/** A metric with all its values. Plain data, because it is sent between processes. */
export interface Family {
  name: string
  kind: 'counter' | 'gauge' | 'histogram'
  help: string
  /** Values of several processes are added, unless the highest one counts. */
  merge?: 'highest'
  samples: readonly Sample[]
}

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

export function sample(name: string, labels: Labels, value: number): Sample {
  const inner = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return [`${name}${inner.length > 0 ? `{${inner.join(',')}}` : ''}`, value]
}

export const gauge = (name: string, help: string, value: number): Family => ({
  name,
  kind: 'gauge',
  help,
  samples: [[name, value]],
})

/** The text that Prometheus reads. */
export const textOf = (families: readonly Family[]): string =>
  families
    .flatMap(({ name, kind, help, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${kind}`,
      ...samples.map(([series, value]) => `${series} ${value}`),
    ])
    .map(line => `${line}\n`)
    .join('')

/** Merges the metrics of several processes. */
export function merged(processes: readonly (readonly Family[])[]): Family[] {
  const families = new Map<string, Family>()
  for (const family of processes.flat()) {
    const known = families.get(family.name)
    families.set(family.name, known ? { ...known, samples: mergedSamples(known, family) } : family)
  }
  return [...families.values()]
}

function mergedSamples(known: Family, other: Family): Sample[] {
  const values = new Map(known.samples)
  for (const [series, value] of other.samples) {
    const before = values.get(series)
    if (before === undefined) values.set(series, value)
    else values.set(series, known.merge === 'highest' ? Math.max(before, value) : before + value)
  }
  return [...values]
}

/** A counter for each of a few kinds. Kinds that are known start at 0. */
export class Counter<Kind extends string> {
  readonly #counts: Map<Kind, number>
  readonly #name: string
  readonly #help: string
  readonly #label: string

  constructor(name: string, help: string, label: string, kinds: readonly Kind[]) {
    this.#name = name
    this.#help = help
    this.#label = label
    this.#counts = new Map(kinds.map(kind => [kind, 0]))
  }

  add(kind: Kind, times = 1): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + times)
  }

  family(): Family {
    const samples = [...this.#counts].map(([kind, count]) =>
      sample(this.#name, { [this.#label]: kind }, count),
    )
    return { name: this.#name, kind: 'counter', help: this.#help, samples }
  }
}
