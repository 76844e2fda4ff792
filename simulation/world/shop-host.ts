import { join } from 'node:path'
import { walDamage } from '../../src/server/db/engine/wal.ts'
import type { CrashPlace, Random } from '../interfaces.ts'
import type { Response, Server } from './browser.ts'
import { Life, wait } from './clock.ts'
import { Disk, watchDisk } from './disk.ts'
import type { EventLog } from './event-log.ts'
import { type OpenShop, openSimulatedShop, type ShopSurroundings } from './shop.ts'

/** Thrown where the shop is when it crashes. Nobody hears of it. */
export class Crashed extends Error {}

/** When a shop reaches the nth of these, it crashes. */
interface Planned {
  where: Exclude<CrashPlace, 'now'>
  left: number
  powerLoss: boolean
}

/** The computer that the shop runs on: it crashes, loses power, and opens the shop again. */
export class ShopHost {
  readonly #around: Omit<ShopSurroundings, 'send'>
  readonly #send: typeof fetch
  readonly #random: Random
  readonly #log: EventLog
  readonly #disk: Disk
  readonly #file: string
  readonly #host = new Life('host')
  #life = new Life('shop 1')
  #count = 1
  #open: OpenShop | undefined
  #planned: Planned | undefined

  constructor(around: Omit<ShopSurroundings, 'send'>, send: typeof fetch, random: Random, log: EventLog) {
    this.#around = around
    this.#send = send
    this.#random = random
    this.#log = log
    this.#file = join(around.folder, 'shop', 'shop.db')
    this.#disk = new Disk(this.#file)
  }

  get shop(): OpenShop {
    if (!this.#open) throw new Error('The shop is not open')
    return this.#open
  }

  get hasCrashed(): boolean {
    return this.#count > 1
  }

  /** Opens the shop; again and again if it crashes meanwhile. */
  async open(): Promise<void> {
    while (!this.#open) {
      const life = this.#life
      watchDisk(life, {
        reached: what => this.#reached(what),
        wrote: table => this.#open?.jobs.wrote(table),
      })
      const opened = openSimulatedShop({ ...this.#around, send: this.#sendOf(life) }, life)
      opened.catch(() => undefined)
      const shop = await Promise.race([opened, life.ended]).catch(error => {
        if (!life.isOver) this.#log.complain('the shop opens', String(Object(error).stack ?? error))
      })
      if (shop && !life.isOver) {
        this.#open = shop
        this.#disk.opened()
        this.#log.add({ kind: 'opened' })
      } else await wait(this.#random.whole(500, 5000))
    }
  }

  /** Rejects while the shop is down, and when it crashes before it has answered. */
  readonly serve: Server = async request => {
    const shop = this.#open
    if (!shop) throw new Error('Nobody listens')
    const { payload, ...rest } = request
    shop.jobs.requested()
    const answering: Promise<Response> = shop.life.run(() =>
      shop.app.inject({ ...rest, ...(payload !== undefined && { payload }) }),
    )
    answering.catch(() => undefined)
    const answer = await Promise.race([answering, shop.life.ended])
    if (!answer || shop.life.isOver) throw new Error('The shop hung up')
    return answer
  }

  /** Carries what the shop asks of its card provider, unless it crashes before or after. */
  #sendOf(life: Life): typeof fetch {
    const send = this.#send
    return async (input, init) => {
      this.#reached('call')
      const answer = await send(input, init)
      if (life.isOver) return new Promise(() => undefined)
      this.#reached('call')
      return answer
    }
  }

  /** Crashes now, or soon at a place that chance has chosen. It opens again after a while. */
  crash(powerLosses: number): void {
    const random = this.#random
    const powerLoss = random.chance(powerLosses)
    const where = random.weighted({ now: 1, statement: 5, commit: 2, committed: 2, call: 3 })
    if (!this.#open) return
    if (where === 'now') this.#end('now', powerLoss)
    else {
      const most = { statement: 80, commit: 4, committed: 4, call: 6 }[where]
      this.#planned = { where, left: random.whole(1, most), powerLoss }
    }
  }

  async #reopen(): Promise<void> {
    const random = this.#random
    await wait(random.whole(1000, random.chance(0.2) ? 300_000 : 20_000))
    // Some crash again while they open.
    if (random.chance(0.2))
      this.#planned = { where: 'statement', left: random.whole(1, 60), powerLoss: random.chance(0.5) }
    await this.open()
  }

  #reached(what: Planned['where']): void {
    const planned = this.#planned
    if (!planned || planned.where !== what) return
    planned.left--
    if (planned.left > 0) return
    this.#end(what, planned.powerLoss)
    throw new Crashed()
  }

  #end(where: CrashPlace, powerLoss: boolean): void {
    this.#planned = undefined
    const life = this.#life
    const shop = this.#open
    this.#open = undefined
    this.#count++
    this.#life = new Life(`shop ${this.#count}`)
    life.end()
    shop?.deps.metrics.process.stop()
    if (!powerLoss) this.#disk.kill(life)
    else if (where === 'commit') this.#disk.losePowerInCommit(life, this.#random)
    else this.#disk.losePower(life)
    this.#log.add({ kind: 'crashed', where, powerLoss })
    if (shop) this.#host.run(() => void this.#reopen())
    for (const sentence of walDamage(this.#file)) this.#log.complain('the log is whole', sentence)
  }

  /** From now on nothing crashes. */
  stopFaults(): void {
    this.#planned = undefined
  }

  close(): void {
    this.#host.end()
    this.#open?.deps.metrics.process.stop()
    this.#life.end()
    this.#disk.release(this.#life)
  }
}
