import type { Lost, Mood, Random } from '../interfaces.ts'
import { Life, wait } from './clock.ts'

type Weights = Mood['network']

const none: Weights = { loseRequest: 0, loseAnswer: 0, double: 0, delay: 0, mostDelayMs: 0, cut: 0 }

/** Only browsers send a request twice. */
type Sender = 'browser' | 'server'

/** Messages between servers are delayed less often than those of phones. */
const betterLines = 5

/** What can happen to one message, besides its delay. */
type Mishap = 'is lost on the way there' | 'arrives, and its answer is lost' | 'arrives twice' | undefined

/** Brings requests to where they go, and their answers back, with everything that can happen to them on the way. */
export class Network {
  readonly #life = new Life('network')
  readonly #random: Random
  readonly #note: (fault: string) => void
  #weights: Weights

  constructor(random: Random, weights: Weights, note: (fault: string) => void) {
    this.#random = random
    this.#weights = weights
    this.#note = note
  }

  /** From now on everything arrives, once and soon. */
  stopFaults(): void {
    this.#weights = none
  }

  /** `what` names the request in the story. */
  carry<T>(what: string, deliver: () => Promise<T>, from: Sender = 'browser'): Promise<T | Lost> {
    return this.#life.run(async () => {
      const mishap = this.#mishap(from)
      if (mishap) this.#note(`${what} ${mishap}`)
      await this.#travel(from)
      if (mishap === 'is lost on the way there') return this.#silence()
      if (mishap === 'arrives twice') void this.#again(deliver)
      const answer = await deliver()
      await this.#travel(from)
      return mishap === 'arrives, and its answer is lost' ? this.#silence() : answer
    })
  }

  #mishap(from: Sender): Mishap {
    const { loseRequest, loseAnswer, double, cut } = this.#weights
    // A message that is cut in the middle was not heard, whichever way it went.
    if (this.#random.chance(loseRequest + cut / 2)) return 'is lost on the way there'
    if (this.#random.chance(loseAnswer + cut / 2)) return 'arrives, and its answer is lost'
    return from === 'browser' && this.#random.chance(double) ? 'arrives twice' : undefined
  }

  async #again(deliver: () => Promise<unknown>): Promise<void> {
    await this.#travel('browser')
    await deliver()
  }

  #travel(from: Sender): Promise<void> {
    const { delay, mostDelayMs } = this.#weights
    const isSlow = this.#random.chance(from === 'browser' ? delay : delay / betterLines)
    return wait(this.#random.whole(2, 60) + (isSlow ? this.#random.whole(0, mostDelayMs) : 0))
  }

  /** How long it takes until a sender notices that a connection is dead. */
  async #silence(): Promise<Lost> {
    await wait(this.#random.whole(50, 20_000))
    return 'lost'
  }
}
