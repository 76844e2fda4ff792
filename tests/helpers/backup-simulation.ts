import assert from 'node:assert/strict'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Target } from '../../src/server/backup/continuous/target.ts'
import * as changeLog from '../../src/server/store/change-log.ts'
import { Random } from '../../torture/random.ts'
import type { BackedUpShop, openBackupFixture } from './backed-up-shop.ts'
import { behaviours, type Storage } from './storage.ts'

export function stateIn(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const notes = database.prepare('select id, note, length(filler) as size from notes order by id').all()
    return JSON.stringify(notes)
  } finally {
    database.close()
  }
}

/** The live shop, or a copy of it that runs at the same time. */
interface SimulatedShop {
  shop: BackedUpShop
  isRunning: boolean
  /** Every state that its database has ever had. */
  states: Set<string>
  /** Its state and the number of its last change when the backup last reported that it is complete. */
  covered: { state: string; n: number } | undefined
}

export class Simulation {
  readonly random: Random
  readonly fixture: Awaited<ReturnType<typeof openBackupFixture>>
  readonly shops: SimulatedShop[] = []
  readonly #target: (folder: string) => Target
  isTargetAway = false

  constructor(seed: number, fixture: Simulation['fixture'], target: (folder: string) => Target) {
    this.random = new Random(seed)
    this.fixture = fixture
    this.#target = target
  }

  async begin(): Promise<void> {
    const shop = await this.fixture.open('live', {
      target: this.#target,
      timings: { checkEveryMs: 500, baseEveryMs: 60_000, pruneEveryMs: 5000, rows: 7 },
    })
    await shop.backUpAll()
    this.shops.push({ shop, isRunning: true, states: new Set([stateIn(shop.file)]), covered: undefined })
  }

  get running(): SimulatedShop[] {
    return this.shops.filter(({ isRunning }) => isRunning)
  }

  async write(one: SimulatedShop): Promise<void> {
    const { random } = this
    const count = random.between(1, 4)
    await one.shop.db
      .write(async tx => {
        for (let i = 0; i < count; i++) {
          const id = random.between(1, 30)
          const filler = random.chance(0.1) ? 20_000 : random.between(0, 300)
          if (random.chance(0.2)) await sql`delete from notes where id = ${id}`.execute(tx)
          else
            await sql`insert or replace into notes (id, note, filler)
              values (${id}, ${String(random.next())}, zeroblob(${filler}))`.execute(tx)
        }
        if (random.chance(0.1)) throw new Error('rolled back on purpose')
      })
      .catch(() => undefined)
    one.states.add(stateIn(one.shop.file))
  }

  async runBackupOnce(one: SimulatedShop): Promise<void> {
    const before = one.shop.shipper.behindMs
    this.fixture.clocks.pass(this.random.between(1, 900))
    const covered = { state: stateIn(one.shop.file), n: await changeLog.lastNumber(one.shop.db.read) }
    one.shop.shipper.tick()
    await one.shop.shipper.settled()
    const { behindMs } = one.shop.shipper
    if (behindMs === 0) one.covered = covered
    else if (before !== undefined && behindMs !== undefined)
      assert.ok(behindMs >= before, 'the reported lag must not shrink without a complete backup')
  }

  /** Changes the file outside of the shop, as an operator with a shell does. The change log misses it until it is checked. */
  async changeFromShell(one: SimulatedShop): Promise<void> {
    const { shop } = one
    shop.db.engine.changeLog?.hasMissed()
    const shell = new DatabaseSync(shop.file, { timeout: 1000 })
    shell.exec(this.random.chance(0.5) ? 'delete from notes where id > 25' : 'VACUUM')
    shell.close()
    one.states.add(stateIn(shop.file))
    if (shop.db.engine.changeLog?.hasMissed())
      await shop.db.write(tx => changeLog.addGap(tx, this.fixture.clocks.now))
  }

  async stop(one: SimulatedShop): Promise<void> {
    await one.shop.end(this.random.chance(0.5))
    one.isRunning = false
  }

  async copy(one: SimulatedShop): Promise<void> {
    if (this.shops.length > 2) return
    const dataDir = join(this.fixture.folder, `copy-${this.shops.length}`)
    const shop = await one.shop.copyTo(dataDir)
    const states = new Set([stateIn(shop.file)])
    this.shops.push({ shop, isRunning: true, states, covered: undefined })
  }
}

type SimulatedEvent = (simulation: Simulation, one: SimulatedShop) => Promise<void> | void

const commonEvents: [number, SimulatedEvent][] = [
  [40, (simulation, one) => simulation.write(one)],
  [50, (simulation, one) => simulation.runBackupOnce(one)],
  [2, (simulation, one) => simulation.changeFromShell(one)],
  [2, (simulation, one) => simulation.stop(one)],
  [
    2,
    async (simulation, one) => {
      await simulation.stop(one)
      one.shop.begin()
      one.isRunning = true
    },
  ],
  [
    3,
    ({ fixture, random }) => {
      fixture.clocks.now += random.between(-1, 1) * random.between(1, 30) * 3_600_000
    },
  ],
  [1, ({ fixture }) => fixture.clocks.pass(70_000)],
]

export const folderEvents: [number, SimulatedEvent][] = [
  [
    3,
    async simulation => {
      const { targetFolder } = simulation.fixture
      if (simulation.isTargetAway) await rename(`${targetFolder}-away`, targetFolder)
      else await rename(targetFolder, `${targetFolder}-away`)
      simulation.isTargetAway = !simulation.isTargetAway
    },
  ],
]

export const bucketEvents = (storage: Storage): [number, SimulatedEvent][] => [
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

/** Each event is paired with its relative frequency. */
export async function runSteps(
  simulation: Simulation,
  steps: number,
  extra: [number, SimulatedEvent][],
): Promise<void> {
  const all = [...commonEvents, ...extra].flatMap(([weight, event]) =>
    Array<SimulatedEvent>(weight).fill(event),
  )
  for (let step = 0; step < steps; step++) {
    const one = simulation.random.pick(simulation.running)
    await simulation.random.pick(all)(simulation, one)
    if (simulation.running.length === 0) {
      const next = simulation.random.pick(simulation.shops)
      next.shop.begin()
      next.isRunning = true
    }
    if (simulation.random.chance(0.004))
      await simulation.copy(one.isRunning ? one : simulation.random.pick(simulation.running))
  }
}
