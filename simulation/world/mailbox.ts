import type { Message, Mail as SentMail } from '../../src/server/adapters/mail.ts'
import type { Mail, Mood, Random } from '../interfaces.ts'
import { Life, wait } from './clock.ts'
import type { EventLog } from './event-log.ts'

type Weights = Mood['mail']

const none: Weights = { refuse: 0, acceptThenFail: 0, outagesPerDay: 0 }

/** A mail server, and the mailboxes of everybody. */
export class Mailbox {
  readonly #life = new Life('mail server')
  readonly #random: Random
  readonly #log: EventLog
  readonly #mails = new Map<string, Mail[]>()
  /** By message and address: the shop that brought it and has not been told that this failed. */
  readonly #known = new Map<string, Life | undefined>()
  #weights: Weights
  #isDown = false

  constructor(random: Random, weights: Weights, log: EventLog) {
    this.#random = random
    this.#weights = weights
    this.#log = log
  }

  stopFaults(): void {
    this.#weights = none
    this.#isDown = false
  }

  async outage(ms: number): Promise<void> {
    this.#isDown = true
    this.#log.fault(`the mail server is down for ${Math.round(ms / 60_000)} minutes`)
    await wait(ms)
    this.#isDown = false
  }

  mailsTo(address: string): readonly Mail[] {
    return this.#mails.get(address.toLowerCase()) ?? []
  }

  /** What a shop sends its emails with. One that has crashed sends none. */
  senderFor(shop: Life): SentMail {
    return {
      send: message => this.#life.run(() => this.#receive(shop, message)),
      close: () => undefined,
    }
  }

  async #receive(shop: Life, message: Message): Promise<void> {
    await wait(this.#random.whole(5, 400))
    if (this.#isDown) throw new Error('connect ECONNREFUSED')
    if (this.#random.chance(this.#weights.refuse)) {
      this.#log.fault(`the mail server refuses '${message.subject}' for now`)
      throw new Error('451 Try again later')
    }
    if (shop.isOver) return
    this.#keep(message, shop)
    await wait(this.#random.whole(5, 400))
    if (this.#random.chance(this.#weights.acceptThenFail)) {
      this.#known.set(keyOf(message), undefined)
      this.#log.fault(`the mail server takes '${message.subject}', and the shop does not hear of it`)
      throw new Error('read ECONNRESET')
    }
  }

  /** A mailbox shows a message with the same id once. */
  #keep(message: Message, shop: Life): void {
    const { id, to, subject, text, html, attachments = [] } = message
    const address = to.toLowerCase()
    const isKnown = this.#known.has(keyOf(message))
    if (this.#known.get(keyOf(message)) === shop)
      this.#log.complain('email once', `'${subject}' came to ${address} twice, and nothing had failed`)
    this.#known.set(keyOf(message), shop)
    if (isKnown) return
    const files = attachments.map(({ name, type, bytes }) => ({ name, type, bytes: new Uint8Array(bytes) }))
    const mail: Mail = { id, at: Date.now(), to: address, subject, text, html, files }
    this.#mails.set(address, [...(this.#mails.get(address) ?? []), mail])
    this.#log.add({ kind: 'mail', mail })
  }
}

const keyOf = ({ id, to }: Message): string => `${id} ${to.toLowerCase()}`
