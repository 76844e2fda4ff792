import { createHash } from 'node:crypto'
import type { Complaint, WorldEvent } from '../interfaces.ts'

type WithoutStep<E> = E extends WorldEvent ? Omit<E, 'step' | 'at'> : never

/** All events of a world, in order. Each is counted, hashed and shown to the listener. */
export class EventLog {
  readonly #hash = createHash('sha256')
  readonly #listen: (event: WorldEvent) => readonly Complaint[]
  readonly complaints: Complaint[] = []
  #step = 0
  #calls = 0
  #faults = 0

  constructor(listen: (event: WorldEvent) => readonly Complaint[]) {
    this.#listen = listen
  }

  get step(): number {
    return this.#step
  }

  nextCall(): number {
    return ++this.#calls
  }

  add(given: WithoutStep<WorldEvent>): void {
    const event = { step: ++this.#step, at: Date.now(), ...given } as WorldEvent
    if (event.kind === 'fault' || event.kind === 'crashed') this.#faults++
    this.#hash.update(JSON.stringify(event))
    this.complaints.push(...this.#listen(event))
  }

  fault(what: string): void {
    this.add({ kind: 'fault', what })
  }

  /** What the world itself sees to be wrong. */
  complain(rule: string, sentence: string): void {
    this.complaints.push({ step: this.#step, rule, sentence })
  }

  summary() {
    const hash = this.#hash.copy().digest('hex')
    return { hash, requests: this.#calls, faults: this.#faults, complaints: this.complaints }
  }
}
