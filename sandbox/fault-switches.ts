import type { FastifyInstance } from 'fastify'
import type { Documents } from './documents.ts'
import { fieldsOf } from './forms.ts'
import { type Html, html } from './page.ts'

/** The simulated faults of one part, by name. Each is a whole number; 0 turns it off. */
export class FaultSwitches<Name extends string> {
  readonly path: string
  readonly #documents: Documents
  readonly #labels: Record<Name, string>

  constructor(documents: Documents, path: string, labels: Record<Name, string>) {
    this.#documents = documents
    this.path = path
    this.#labels = labels
  }

  read(name: Name): number {
    return this.#documents.get<number>('fault', `${this.path}/${name}`) ?? 0
  }

  set(name: Name, value: number): void {
    this.#documents.put('fault', `${this.path}/${name}`, value)
  }

  /** True as many times as the switch is set to, then false. */
  spend(name: Name): boolean {
    const left = this.read(name)
    if (left > 0) this.set(name, left - 1)
    return left > 0
  }

  get labels(): [Name, string][] {
    return Object.entries(this.#labels) as [Name, string][]
  }

  settings(): Record<string, number> {
    return Object.fromEntries(this.labels.map(([name]) => [name, this.read(name)]))
  }

  /** Sets the named switches. If a value is invalid, sets none and returns an error message. */
  setAll(fields: URLSearchParams): string | undefined {
    const settings: [Name, number][] = []
    for (const [field, text] of fields) {
      const known = this.labels.find(([name]) => name === field)
      if (!known) return `There is no fault switch called ${field}.`
      if (!/^\d{1,6}$/.test(text)) return `${field} takes a whole number.`
      settings.push([known[0], Number(text)])
    }
    for (const [name, value] of settings) this.set(name, value)
    return undefined
  }
}

/** Tests use PUT with JSON; people use POST from the form below, which redirects to `back`. */
export function faultRoutes<Name extends string>(
  app: FastifyInstance,
  faults: FaultSwitches<Name>,
  back: string,
): void {
  app.get(faults.path, async () => faults.settings())
  app.put(faults.path, async (request, reply) => {
    const problem = faults.setAll(fieldsOf(request.body))
    return problem ? reply.code(400).send({ error: problem }) : faults.settings()
  })
  app.post(faults.path, async (request, reply) => {
    const problem = faults.setAll(fieldsOf(request.body))
    return problem ? reply.code(400).send({ error: problem }) : reply.redirect(back, 303)
  })
}

export function faultForm<Name extends string>(faults: FaultSwitches<Name>): Html {
  const fields = faults.labels.map(
    ([name, label]) => html`<label for="fault-${name}">${label}</label>
      <input id="fault-${name}" name="${name}" type="number" min="0" max="999999" step="1" value="${faults.read(name)}" required>`,
  )
  return html`<form class="card" method="post" action="${faults.path}">
    <h2>Make things go wrong</h2>
    <p>A count goes down each time it happens; 0 means off.</p>${fields}
    <p><button>Apply</button></p>
  </form>`
}
