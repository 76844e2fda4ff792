import type { Base } from './bases.ts'
import type { Generation } from './generation.ts'
import { baseFile, baseNote, changesAmong, goneIn, gonePicturesFolder } from './layout.ts'
import type { Target } from './target.ts'

/** Removes files of this generation that no restorable change needs. */
export async function prune(
  target: Target,
  generation: Generation,
  now: number,
  keepDays: number,
): Promise<void> {
  const { name: folder, bases } = generation
  const oldest = oldestToKeep(bases, now, keepDays)
  if (!oldest) return
  const names = namesBefore(await target.list(folder), bases, oldest)
  generation.removed(
    names,
    bases.filter(({ n }) => n >= oldest.n),
  )
  const gone = await goneBefore(target, folder, oldest)
  await target.remove([...names.map(name => `${folder}/${name}`), ...gone])
}

/**
 * The oldest copy to keep. An old copy is removed only if there is also a later one for each day to keep, so a wrong
 * clock deletes nothing.
 */
function oldestToKeep(bases: readonly Base[], now: number, keepDays: number): Base | undefined {
  const first = bases.findLastIndex(({ at }) => now - at >= keepDays * 86_400_000)
  return bases[Math.max(0, Math.min(first, bases.length - 1 - Math.ceil(keepDays)))]
}

/** The names in the folder of a generation that no change from this copy on needs. */
function namesBefore(names: readonly string[], bases: readonly Base[], oldest: Base): string[] {
  const files = changesAmong(names)
  const changes = files.filter(({ epoch, first }) =>
    files.some(next => next.epoch >= epoch && next.first > first && next.first <= oldest.n + 1),
  )
  const old = bases.filter(({ n }) => n < oldest.n)
  return [...changes.map(({ name }) => name), ...old.flatMap(({ name }) => [baseNote(name), baseFile(name)])]
}

/** Removed pictures that no change from this copy on shows. */
async function goneBefore(target: Target, generation: string, oldest: Base): Promise<string[]> {
  const names = await target.list(gonePicturesFolder)
  return names
    .filter(name => {
      const gone = goneIn(name)
      return gone?.generation === generation && gone.n <= oldest.n
    })
    .map(name => `${gonePicturesFolder}/${name}`)
}
