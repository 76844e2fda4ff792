import assert from 'node:assert/strict'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Target } from '../../src/server/backup/continuous/target.ts'
import * as changeLog from '../../src/server/store/change-log.ts'
import { Random } from '../../torture/random.ts'
import type { BackedUp, openBackupPlace } from './backed-up.ts'
import { behaviours, type Storage } from './storage.ts'

const stateOf = (database: DatabaseSync): string =>
  JSON.stringify(database.prepare('select id, note, length(filler) as size from notes order by id').all())

export function stateIn(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return stateOf(database)
  } finally {
    database.close()
  }
}

/** One shop of the world: the live one, or a copy of it that somebody has started as well. */
export interface Life {
  shop: BackedUp
  isRunning: boolean
  /** Everything that its database has ever held. */
  states: Set<string>
  /** What it held when it last said that everything is safe, and the number of its last change then. */
  covered: { state: string; n: number } | undefined
}

export class World {
  readonly random: Random
  readonly place: Awaited<ReturnType<typeof openBackupPlace>>
  readonly lives: Life[] = []
  readonly #target: (folder: string) => Target
  isAway = false

  constructor(seed: number, place: World['place'], target: (folder: string) => Target) {
    this.random = new Random(seed)
    this.place = place
    this.#target = target
  }

  async begin(): Promise<void> {
    const shop = await this.place.open('live', {
      target: this.#target,
      timings: { checkEveryMs: 500, baseEveryMs: 60_000, pruneEveryMs: 5000, rows: 7 },
    })
    await shop.covered()
    this.lives.push({ shop, isRunning: true, states: new Set([stateIn(shop.file)]), covered: undefined })
  }

  get running(): Life[] {
    return this.lives.filter(({ isRunning }) => isRunning)
  }

  async write(life: Life): Promise<void> {
    const { random } = this
    const count = random.between(1, 4)
    await life.shop.db
      .write(async tx => {
        for (let i = 0; i < count; i++) {
          const id = random.between(1, 30)
          const filler = random.chance(0.1) ? 20_000 : random.between(0, 300)
          if (random.chance(0.2)) await sql`delete from notes where id = ${id}`.execute(tx)
          else
            await sql`insert or replace into notes (id, note, filler)
              values (${id}, ${String(random.next())}, zeroblob(${filler}))`.execute(tx)
        }
        if (random.chance(0.1)) throw new Error('undone')
      })
      .catch(() => undefined)
    life.states.add(stateIn(life.shop.file))
  }

  async turn(life: Life): Promise<void> {
    const before = life.shop.shipper.behindMs
    this.place.clocks.pass(this.random.between(1, 900))
    const covered = { state: stateIn(life.shop.file), n: await changeLog.lastNumber(life.shop.db.read) }
    life.shop.shipper.tick()
    await life.shop.shipper.settled()
    const { behindMs } = life.shop.shipper
    if (behindMs === 0) life.covered = covered
    else if (before !== undefined && behindMs !== undefined)
      assert.ok(behindMs >= before, 'in doubt it grows')
  }

  /** As the shell does: nothing records it. The shop notices when it looks. */
  async byHand(life: Life): Promise<void> {
    const { shop } = life
    shop.db.engine.changeLog?.hasMissed()
    const shell = new DatabaseSync(shop.file, { timeout: 1000 })
    shell.exec(this.random.chance(0.5) ? 'delete from notes where id > 25' : 'VACUUM')
    shell.close()
    life.states.add(stateIn(shop.file))
    if (shop.db.engine.changeLog?.hasMissed())
      await shop.db.write(tx => changeLog.addGap(tx, this.place.clocks.now))
  }

  async stop(life: Life): Promise<void> {
    await life.shop.end(this.random.chance(0.5))
    life.isRunning = false
  }

  async copy(life: Life): Promise<void> {
    if (this.lives.length > 2) return
    const dataDir = join(this.place.folder, `copy-${this.lives.length}`)
    const shop = await life.shop.copyTo(dataDir)
    const states = new Set([stateIn(shop.file)])
    this.lives.push({ shop, isRunning: true, states, covered: undefined })
  }
}

export type Happening = (world: World, life: Life) => Promise<void> | void

const onRunning: [number, Happening][] = [
  [40, (world, life) => world.write(life)],
  [50, (world, life) => world.turn(life)],
  [2, (world, life) => world.byHand(life)],
  [2, (world, life) => world.stop(life)],
  [
    2,
    async (world, life) => {
      await world.stop(life)
      life.shop.begin()
      life.isRunning = true
    },
  ],
  [
    3,
    ({ place, random }) => {
      place.clocks.now += random.between(-1, 1) * random.between(1, 30) * 3_600_000
    },
  ],
  [1, ({ place }) => place.clocks.pass(70_000)],
]

export const folderHappenings: [number, Happening][] = [
  [
    3,
    async world => {
      const { place } = world.place
      if (world.isAway) await rename(`${place}-away`, place)
      else await rename(place, `${place}-away`)
      world.isAway = !world.isAway
    },
  ],
]

export const bucketHappenings = (storage: Storage): [number, Happening][] => [
  [
    6,
    async ({ random }) => {
      const { cut, loseAnswer } = behaviours
      await storage.deliverDelayed()
      storage.next = random.pick([
        [storage.delay],
        [storage.delay, storage.delay],
        [loseAnswer],
        [cut, storage.delay],
        [cut],
      ])
    },
  ],
]

export async function live(world: World, steps: number, extra: [number, Happening][]): Promise<void> {
  const all = [...onRunning, ...extra].flatMap(([weight, happening]) =>
    Array<Happening>(weight).fill(happening),
  )
  for (let step = 0; step < steps; step++) {
    const life = world.random.pick(world.running)
    await world.random.pick(all)(world, life)
    if (world.running.length === 0) {
      const next = world.random.pick(world.lives)
      next.shop.begin()
      next.isRunning = true
    }
    if (world.random.chance(0.004)) await world.copy(life.isRunning ? life : world.random.pick(world.running))
  }
}
