import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  Checker,
  Complaint,
  Mood,
  Person,
  QuietFacts,
  Random,
  Surroundings,
  WorldEvent,
} from '../interfaces.ts'
import { browserOf } from './browser.ts'
import { CardProvider } from './card-provider.ts'
import { Life, restartClock, runUntil, wait } from './clock.ts'
import { EventLog } from './event-log.ts'
import { forgetIds } from './ids.ts'
import { Mailbox } from './mailbox.ts'
import { Network } from './network.ts'
import { makeOwner, type OwnerAccount } from './owner.ts'
import { quietFacts } from './quiet.ts'
import { seedProcess } from './seeded-crypto.ts'
import { ShopHost } from './shop-host.ts'
import { bringTroubles } from './troubles.ts'
import { WebhookWire, wireToProvider } from './wires.ts'

const dayMs = 86_400_000

export interface WorldPlan {
  random: Random
  mood: Mood
  people: readonly Person[]
  /** Whether the person with this number takes part. */
  isThere: (number: number) => boolean
  owner: OwnerAccount
  checker: Checker
  /** Called for each event before the checker is. */
  watch: ((event: WorldEvent) => void) | undefined
  /** The world ends at this step. */
  until: number | undefined
}

export interface WorldEnd {
  /** Of all events, in order. */
  hash: string
  days: number
  requests: number
  faults: number
  complaints: readonly Complaint[]
}

/** Plays one world from its beginning to its end, or to the first complaint. */
export async function playWorld(plan: WorldPlan): Promise<WorldEnd> {
  restartClock()
  forgetIds()
  seedProcess(plan.random.fork('process'))
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tuckshop-world-'))
  const life = new Life('world')
  const world = new World(plan, folder)
  let isOver = false
  let failure: unknown
  const played = life.run(async () => {
    try {
      await world.play()
    } catch (error) {
      failure = error
    }
    isOver = true
  })
  const begun = Date.now()
  // It would end the process of a shop. One that has crashed leaves such errors behind, and nobody minds.
  const forgotten = (error: unknown) => {
    if (!world.hasCrashed) world.log.complain('no error is forgotten', String(Object(error).stack ?? error))
  }
  process.on('unhandledRejection', forgotten)
  try {
    const lastStep = plan.until ?? Number.POSITIVE_INFINITY
    await runUntil(() => isOver || world.log.complaints.length > 0 || world.log.step >= lastStep)
    if (isOver) await played
    if (failure) throw failure
    const { hash, requests, faults, complaints } = world.log.summary()
    return { hash, days: (Date.now() - begun) / dayMs, requests, faults, complaints }
  } finally {
    process.off('unhandledRejection', forgotten)
    life.end()
    world.close()
    rmSync(folder, { recursive: true })
  }
}

class World {
  readonly log: EventLog
  readonly #plan: WorldPlan
  readonly #folder: string
  readonly #network: Network
  readonly #mailbox: Mailbox
  #host: ShopHost | undefined
  #provider: CardProvider | undefined

  constructor(plan: WorldPlan, folder: string) {
    const { random, mood, checker, watch } = plan
    this.#plan = plan
    this.#folder = folder
    mkdirSync(join(folder, 'shop'))
    this.log = new EventLog(event => {
      watch?.(event)
      return checker.see(event)
    })
    this.#network = new Network(random.fork('network'), mood.network, what => this.log.fault(what))
    this.#mailbox = new Mailbox(random.fork('mail'), mood.mail, this.log)
  }

  async play(): Promise<void> {
    const { random, mood, people, isThere, owner, checker } = this.#plan
    const log = this.log
    const [network, mailbox] = [this.#network, this.#mailbox]
    const provider = await CardProvider.open(this.#folder, random.fork('cards'), mood.provider, log)
    this.#provider = provider
    const host = new ShopHost(
      { folder: this.#folder, mailbox },
      wireToProvider(network, provider),
      random.fork('crashes'),
      log,
    )
    this.#host = host
    const webhooks = new WebhookWire(network, host.serve, random.fork('webhooks'), mood.provider, log)
    // The card provider sends its webhooks with it.
    globalThis.fetch = webhooks.send
    await host.open()
    await makeOwner(host, owner)
    const end = Date.now() + mood.days * dayMs
    const isClosing = () => Date.now() >= end
    bringTroubles({ host, provider, mailbox }, mood, random.fork('troubles'), isClosing)
    await Promise.all([
      ...people.map(async (person, number) => {
        const around = this.#surroundings(person, number, isClosing, host, provider)
        if (isThere(number)) await person.live(around)
      }),
      wait(mood.days * dayMs),
    ])
    for (const part of [network, mailbox, provider, webhooks, host]) part.stopFaults()
    await wait(dayMs)
    const facts: QuietFacts = await quietFacts(host, provider, log, owner.email)
    log.complaints.push(...(await checker.quiet(facts)))
  }

  #surroundings(
    { name }: Person,
    number: number,
    isClosing: () => boolean,
    host: ShopHost,
    provider: CardProvider,
  ): Surroundings {
    const log = this.log
    const around = { log, network: this.#network, servers: { shop: host.serve, cards: provider.serve } }
    let devices = 0
    return {
      random: this.#plan.random.fork(`person ${number}`),
      now: () => Date.now(),
      wait,
      newBrowser: () => {
        devices++
        return browserOf(around, name, `${name} ${devices}`, `10.1.${number}.${devices % 250}`)
      },
      mailsTo: address => this.#mailbox.mailsTo(address),
      currency: this.#plan.mood.currency,
      provider: provider.desk,
      closing: isClosing,
      tell: line => log.add({ kind: 'told', who: name, line }),
    }
  }

  get hasCrashed(): boolean {
    return this.#host?.hasCrashed ?? false
  }

  close(): void {
    this.#host?.close()
    this.#provider?.close()
  }
}
