export type Labels = Readonly<Record<string, string>>

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

/** One line of Prometheus' text format: name{label="value"} 3 */
export function sample(name: string, labels: Labels, value: number): string {
  const inner = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${inner.length > 0 ? `{${inner.join(',')}}` : ''} ${value}`
}

/** A metric as Prometheus reads it: what it is, of which kind, and its samples. */
export const described = (
  name: string,
  kind: 'counter' | 'gauge' | 'histogram',
  help: string,
  samples: readonly string[],
): string[] => [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...samples]

export const gauge = (name: string, help: string, value: number): string[] =>
  described(name, 'gauge', help, [sample(name, {}, value)])

/** Counts up, apart for each of a few kinds that are known beforehand. */
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

  lines(): string[] {
    const samples = [...this.#counts].map(([kind, count]) =>
      sample(this.#name, { [this.#label]: kind }, count),
    )
    return described(this.#name, 'counter', this.#help, samples)
  }
}
