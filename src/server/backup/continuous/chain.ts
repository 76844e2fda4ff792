import type { Head } from '../../store/change-log.ts'
import { type ChangesFile, changesAmong } from './layout.ts'
import { type Broken, type ChangeRecord, recordsIn } from './record.ts'
import { contentOf, type Target } from './target.ts'

/** Changes cannot be read on, and why. */
export class ChainBroken extends Error {}

/**
 * All changes of a generation after `from`, in their order, each fastened to the one before by its hash. The last may have
 * been cut off while it was written: nobody was told of it. Anything else that is damaged or missing is an error that
 * says where. What a writer wrote after another one had taken the lease is left out; `notes` tells of it.
 */
export async function* changesAfter(
  target: Target,
  generation: string,
  from: Head,
  notes: string[] = [],
): AsyncGenerator<ChangeRecord> {
  let last = from
  let broken: (Broken & { path: string }) | undefined
  const files = changesAmong(await target.list(generation))
  for (const file of filesAfter(files, from.n)) {
    const path = `${generation}/${file.name}`
    const records = recordsIn((await contentOf(target, path)) ?? Buffer.alloc(0))
    for (;;) {
      const { value, done } = records.next()
      if (done) {
        if (value && !value.isCutOff) throw damaged(target, path, value)
        if (value) broken = { ...value, path }
        break
      }
      if (value.n <= last.n) continue
      if (value.n >= superseded(files, file)) {
        notes.push(
          `${path} goes on after another shop had taken the lease: changes from ${value.n} on were not used.`,
        )
        break
      }
      const isNext = value.before === last.hash && (value.gap || value.n === last.n + 1)
      if (!isNext) throw missing(target, broken?.path ?? path, last)
      yield value
      last = value
      broken = undefined
    }
  }
  if (broken) notes.push(`The last change in ${broken.path} was cut off, and not used.`)
}

/** Those that may hold changes after this one. Of two that begin alike, either may be the longer one. */
function filesAfter(files: readonly ChangesFile[], n: number): ChangesFile[] {
  return files.filter(
    ({ epoch, first }) =>
      !files.some(next => next.epoch === epoch && next.first > first && next.first <= n + 1),
  )
}

/** From this number on, what a later holder of the lease wrote counts. */
const superseded = (files: readonly ChangesFile[], { epoch }: ChangesFile): number =>
  Math.min(Number.POSITIVE_INFINITY, ...files.filter(file => file.epoch > epoch).map(({ first }) => first))

const damaged = (target: Target, path: string, { at }: Broken) =>
  new ChainBroken(`${path} in ${target.place} is damaged at byte ${at}.`)

const missing = (target: Target, path: string, last: Head) =>
  new ChainBroken(`Changes are missing in ${target.place} after number ${last.n}, before those in ${path}.`)
