import type { FastifyInstance } from 'fastify'
import type { Documents } from './documents.ts'
import { fieldsOf } from './forms.ts'
import { type Html, html } from './page.ts'

/** What can be made to go wrong in one part, by name: a whole number, 0 when all is well. */
export class Knobs<Name extends string> {
  readonly path: string
  readonly #documents: Documents
  readonly #labels: Record<Name, string>

  constructor(documents: Documents, path: string, labels: Record<Name, string>) {
    this.#documents = documents
    this.path = path
    this.#labels = labels
  }

  read(name: Name): number {
    return this.#documents.get<number>('knob', `${this.path}/${name}`) ?? 0
  }

  turn(name: Name, value: number): void {
    this.#documents.put('knob', `${this.path}/${name}`, value)
  }

  /** True as often as the knob says, then false. */
  spend(name: Name): boolean {
    const left = this.read(name)
    if (left > 0) this.turn(name, left - 1)
    return left > 0
  }

  get labels(): [Name, string][] {
    return Object.entries(this.#labels) as [Name, string][]
  }

  settings(): Record<string, number> {
    return Object.fromEntries(this.labels.map(([name]) => [name, this.read(name)]))
  }

  /** Turns the knobs that are named. Answers what is wrong with the wish, if anything is, and then turns none. */
  wish(fields: URLSearchParams): string | undefined {
    const turns: [Name, number][] = []
    for (const [field, text] of fields) {
      const known = this.labels.find(([name]) => name === field)
      if (!known) return `There is no knob called ${field}.`
      if (!/^\d{1,6}$/.test(text)) return `${field} takes a whole number.`
      turns.push([known[0], Number(text)])
    }
    for (const [name, value] of turns) this.turn(name, value)
    return undefined
  }
}

/** Knobs are turned by tests (PUT, JSON) and by hand (POST, from the form below, which returns to `back`). */
export function knobRoutes<Name extends string>(
  app: FastifyInstance,
  knobs: Knobs<Name>,
  back: string,
): void {
  app.get(knobs.path, async () => knobs.settings())
  app.put(knobs.path, async (request, reply) => {
    const problem = knobs.wish(fieldsOf(request.body))
    return problem ? reply.code(400).send({ error: problem }) : knobs.settings()
  })
  app.post(knobs.path, async (request, reply) => {
    const problem = knobs.wish(fieldsOf(request.body))
    return problem ? reply.code(400).send({ error: problem }) : reply.redirect(back, 303)
  })
}

export function knobCard<Name extends string>(knobs: Knobs<Name>): Html {
  const fields = knobs.labels.map(
    ([name, label]) => html`<label for="knob-${name}">${label}</label>
      <input id="knob-${name}" name="${name}" type="number" min="0" max="999999" step="1" value="${knobs.read(name)}" required>`,
  )
  return html`<form class="card" method="post" action="${knobs.path}">
    <h2>Make things go wrong</h2>
    <p>A count goes down each time it happens; 0 means off.</p>${fields}
    <p><button>Turn the knobs</button></p>
  </form>`
}
