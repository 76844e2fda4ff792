import type { Head } from '../../store/change-log.ts'
import { type ChangesFile, changesAmong } from './layout.ts'
import { type Broken, type ChangeRecord, recordsIn } from './record.ts'
import { contentOf, type Target } from './target.ts'

/** The changes cannot be read further, and why. */
export class ChainBroken extends Error {}

/**
 * All changes of a generation after `from`, in order, each with the hash of the one before. The last one may be
 * truncated: it was never acknowledged. Any other damage is an error that names the file. Changes that a process wrote
 * after another one had taken the lease are skipped, with a note.
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
          `${path} continues after another shop had taken the lease: changes from ${value.n} on were not used.`,
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

/** The files that may hold changes after this one. Of two with the same start, either may be the longer one. */
function filesAfter(files: readonly ChangesFile[], n: number): ChangesFile[] {
  return files.filter(
    ({ epoch, first }) =>
      !files.some(next => next.epoch === epoch && next.first > first && next.first <= n + 1),
  )
}

/** From this number on, the changes of a later holder of the lease count. */
const superseded = (files: readonly ChangesFile[], { epoch }: ChangesFile): number =>
  Math.min(Number.POSITIVE_INFINITY, ...files.filter(file => file.epoch > epoch).map(({ first }) => first))

const damaged = (target: Target, path: string, { at }: Broken) =>
  new ChainBroken(`${path} in ${target.location} is damaged at byte ${at}.`)

const missing = (target: Target, path: string, last: Head) =>
  new ChainBroken(
    `Changes are missing in ${target.location} after number ${last.n}, before those in ${path}.`,
  )
