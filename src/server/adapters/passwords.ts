import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { queues } from '../queues/queues.ts'
import { type Requester, SharedQueue, shopRequester } from '../queues/shared-queue.ts'

const derive = promisify(argon2)

interface HashCost {
  /** In kibibytes. */
  memory: number
  passes: number
  parallelism: number
}

const today: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }
const hashBytes = 32

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

interface Verdict {
  matches: boolean
  /** Made with weaker parameters than today's: rehash the password while it is available. */
  outdated: boolean
}

/** argon2id as PHC strings. */
export class Passwords {
  readonly #cost: HashCost
  readonly #queue: SharedQueue

  constructor(cost = today, queue = new SharedQueue(queues.passwords)) {
    this.#cost = cost
    this.#queue = queue
  }

  /** Refuses a request that does not fit into the hash queue, before anything is looked up or counted for it. */
  checkRoom(asker: Requester): void {
    this.#queue.check(asker)
  }

  async hash(password: string, asker = shopRequester): Promise<string> {
    const nonce = randomBytes(16)
    const key = await this.#derive(password, nonce, this.#cost, asker)
    const { memory, passes, parallelism } = this.#cost
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(key)}`
  }

  async verify(password: string, stored: string, asker = shopRequester): Promise<Verdict> {
    const match = phc.exec(stored)
    if (!match) return { matches: false, outdated: true }
    const [, memory, passes, parallelism, nonce = '', hash = ''] = match
    const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
    const expected = Buffer.from(hash, 'base64')
    const key = await this.#derive(password, Buffer.from(nonce, 'base64'), parameters, asker)
    return {
      matches: key.length === expected.length && timingSafeEqual(key, expected),
      outdated: parameters.memory < this.#cost.memory || parameters.passes < this.#cost.passes,
    }
  }

  async #derive(password: string, nonce: Buffer, parameters: HashCost, asker: Requester): Promise<Buffer> {
    return this.#queue.run(asker, () =>
      derive('argon2id', { message: password, nonce, tagLength: hashBytes, ...parameters }),
    )
  }
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
