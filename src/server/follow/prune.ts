import { listBases } from './bases.ts'
import { baseIn, changesIn, gonePicturesFolder, isGeneration } from './names.ts'
import type { Target } from './target.ts'

/**
 * Removes what is needed for no moment since `since`. The last base from before that moment stays, and everything
 * behind it. Answers what went.
 */
export async function prune(target: Target, since: number): Promise<string[]> {
  const { bases } = await listBases(target)
  const kept = bases.findLast(base => base.at <= since)
  const gone = await goneBefore(target, since)
  const names = kept ? (await target.list('')).filter(isGeneration) : []
  for (const generation of names) {
    if (!kept || generation > kept.generation) continue
    const files = await target.list(generation)
    const old = generation < kept.generation ? files : files.filter(name => isBefore(name, files, kept.seq))
    gone.push(...old.map(name => `${generation}/${name}`))
  }
  await target.remove(gone)
  return gone
}

/** A file of changes goes when the next one begins with what the base does not hold yet, or earlier. */
function isBefore(name: string, files: readonly string[], seq: number): boolean {
  const base = baseIn(name)
  if (base !== undefined) return base < seq
  const first = changesIn(name)
  if (first === undefined) return false
  const next = files.map(changesIn).find(other => other !== undefined && other > first)
  return next !== undefined && next <= seq + 1
}

async function goneBefore(target: Target, since: number): Promise<string[]> {
  const names = await target.list(gonePicturesFolder)
  return names.filter(name => Number.parseInt(name, 10) < since).map(name => `${gonePicturesFolder}/${name}`)
}
