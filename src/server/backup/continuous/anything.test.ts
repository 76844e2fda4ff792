import assert from 'node:assert/strict'
import { rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, test } from 'vitest'
import { type BackedUpShop, openBackupFixture } from '../../../../tests/helpers/backed-up-shop.ts'
import {
  bucketEvents,
  folderEvents,
  runSteps,
  Simulation,
  stateIn,
} from '../../../../tests/helpers/backup-simulation.ts'
import { openStorage } from '../../../../tests/helpers/storage.ts'
import { Bucket } from '../../adapters/bucket.ts'
import { BucketTarget } from './bucket-target.ts'
import { FolderTarget } from './folder-target.ts'

const storage = await openStorage()
afterAll(() => storage.close())

/**
 * Everything that was reported as safe can be restored from some generation, and no restore returns data that never
 * existed.
 */
async function checkRestorable(simulation: Simulation): Promise<void> {
  const [first] = simulation.shops
  if (!first) return
  const reader = first.shop
  const possible = new Set(simulation.shops.flatMap(({ states }) => [...states]))
  const branches = await reader.branches()
  for (const { number, last, broken } of branches) {
    assert.equal(broken, undefined)
    if (!last) continue
    const { file } = await reader.restore({ generation: number })
    assert.ok(possible.has(stateIn(file)), `generation ${number} gives what never was`)
  }
  assert.ok(possible.has(stateIn((await reader.restore()).file)))
  for (const { covered } of simulation.shops)
    if (covered) assert.ok(await isReachable(reader, branches, covered), 'it was said to be safe')
}

async function isReachable(
  reader: BackedUpShop,
  branches: Awaited<ReturnType<BackedUpShop['branches']>>,
  { state, n }: { state: string; n: number },
): Promise<boolean> {
  for (const { number, last } of branches) {
    if (!last || last.n < n) continue
    const found = await reader.restore({ generation: number, change: n }).catch(() => undefined)
    if (found && stateIn(found.file) === state) return true
  }
  return false
}

const kinds = {
  folder: {
    seeds: [1, 2, 3],
    steps: 200,
    extra: folderEvents,
    target: (folder: string) => new FolderTarget(folder),
  },
  bucket: {
    seeds: [1],
    steps: 80,
    extra: bucketEvents(storage),
    target: (folder: string) =>
      new BucketTarget(
        new Bucket(
          { ...storage.config, prefix: `${basename(join(folder, '..'))}/` },
          { failures: Number.POSITIVE_INFINITY, retryMs: 0 },
        ),
      ),
  },
}

/**
 * A property test: shops and copies of them write, stop, are killed and restarted; clocks jump; targets vanish, return,
 * lose answers and apply writes late. Fails if a lease is not checked, if a shop continues a history that another shop
 * has continued, if a gap counts as covered, or if a name is used twice in a bucket.
 */
for (const [kind, { seeds, steps, extra, target }] of Object.entries(kinds))
  for (const seed of seeds)
    test(`everything that was reported as safe can be restored after any faults [${kind}, seed ${seed}]`, async t => {
      storage.reset()
      const fixture = await openBackupFixture(t)
      const simulation = new Simulation(seed, fixture, target)
      await simulation.begin()
      for (let rounds = 0; rounds < 3; rounds++) {
        await runSteps(simulation, steps, extra)
        if (simulation.isTargetAway) {
          await rename(`${fixture.targetFolder}-away`, fixture.targetFolder)
          simulation.isTargetAway = false
        }
        await storage.deliverDelayed()
        storage.reset()
        for (const { shop } of simulation.running) await shop.shipper.settled()
        await checkRestorable(simulation)
      }
      for (const { shop } of simulation.running) await shop.end()
    })
