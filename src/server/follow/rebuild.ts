import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { type Base, listBases } from './bases.ts'
import { baseFile, changesIn } from './names.ts'
import { type Broken, type ChangeRecord, pagesIn, recordsIn } from './records.ts'
import { contentOf, type Target } from './target.ts'

/** The backup cannot give what was asked for, and why. */
export class BackupUnfit extends Error {}

export interface Rebuilt {
  /** Everything that was committed before this moment is in it. */
  upTo: number
  /** What was found on the way, as sentences. */
  notes: string[]
}

const told = (moment: number): string => new Date(moment).toISOString()

/** Builds the database as it was at a moment, or as late as there is, into a new file. */
export async function rebuild(
  target: Target,
  file: string,
  until = Number.POSITIVE_INFINITY,
): Promise<Rebuilt> {
  const { bases, damaged } = await listBases(target)
  const notes = damaged.map(name => `${name} is damaged: the copy that it belongs to was not used.`)
  const first = bases[0]
  if (!first)
    throw new BackupUnfit(`There is no followed backup in ${target.place}, or none that was finished.`)
  const fitting = bases.filter(base => base.at <= until).reverse()
  const [latest] = fitting
  if (!latest)
    throw new BackupUnfit(`The backup in ${target.place} begins at ${told(first.at)}, later than that.`)
  // A damaged copy is made up for by an earlier one of the same row: all changes since are there.
  for (const base of fitting.filter(({ generation }) => generation === latest.generation)) {
    const handle = await open(file, 'w+', 0o600)
    try {
      if (await copyBase(target, base, handle))
        return { upTo: await applyChanges(target, base, handle, { until, notes }), notes }
    } finally {
      await handle.close()
    }
    notes.push(`${base.generation}/${baseFile(base.seq)} is damaged: an earlier copy was used.`)
  }
  throw new BackupUnfit(
    `${latest.generation}/${baseFile(latest.seq)} in ${target.place} is damaged or missing. ${otherWay(bases, latest)}`,
  )
}

function otherWay(bases: readonly Base[], { generation }: Base): string {
  const earlier = bases.findLast(base => base.generation < generation)
  const next = bases.find(base => base.generation === generation)
  return earlier && next
    ? `What was there before it began can still be restored: --at ${told(next.at - 1)}`
    : 'There is no other one.'
}

/** False when it is not what it was. */
async function copyBase(target: Target, base: Base, handle: FileHandle): Promise<boolean> {
  const sum = createHash('sha256')
  let length = 0
  try {
    for await (const piece of target.read(`${base.generation}/${baseFile(base.seq)}`)) {
      sum.update(piece)
      await handle.write(piece, 0, piece.length, length)
      length += piece.length
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
  return length === base.bytes && sum.digest('hex') === base.sha256
}

/** Writes the pages of all changes behind the base into the file. Answers the moment of the last one. */
async function applyChanges(
  target: Target,
  base: Base,
  handle: FileHandle,
  wish: { until: number; notes: string[] },
): Promise<number> {
  let upTo = base.at
  for await (const record of changesAfter(target, base, wish)) {
    for (const [number, page] of pagesIn(record))
      await handle.write(page, 0, page.length, (number - 1) * record.pageBytes)
    if (record.fileLength > 0) await handle.truncate(record.fileLength * record.pageBytes)
    upTo = record.at
  }
  await handle.sync()
  return upTo
}

/**
 * All changes behind a base, in their order, each fastened to the one before by its hash. The last may have been cut off
 * while it was written: nobody was told of it. Anything else that is damaged or missing is refused by its name.
 */
export async function* changesAfter(
  target: Target,
  base: Base,
  { until, notes }: { until: number; notes: string[] },
): AsyncGenerator<ChangeRecord> {
  let last: Pick<ChangeRecord, 'seq' | 'hash' | 'at'> = base
  let broken: (Broken & { name: string }) | undefined
  for (const name of await changesSince(target, base)) {
    const records = recordsIn(await contentOf(target, `${base.generation}/${name}`))
    // What is damaged later is nobody's concern then.
    while (last.at < until) {
      const { value, done } = records.next()
      if (done) {
        broken = value && { ...value, name }
        if (value && !value.isCutOff) throw damagedAt(target, base, { ...value, name }, last.at)
        break
      }
      if (value.seq <= last.seq) continue
      if (value.at > until) return
      if (value.seq !== last.seq + 1 || value.before !== last.hash)
        throw gap(target, base, last, broken?.name ?? name)
      yield value
      last = value
    }
  }
  if (broken) notes.push(`The last change in ${base.generation}/${broken.name} was cut off, and not used.`)
}

/** Files whose changes are not all in the base. */
async function changesSince(target: Target, { generation, seq }: Base): Promise<string[]> {
  const names = (await target.list(generation)).filter(name => changesIn(name) !== undefined)
  const lastBefore = names.findLastIndex(name => (changesIn(name) ?? 0) <= seq)
  return names.slice(Math.max(0, lastBefore))
}

const upToThere = (at: number) => `Everything up to then can be restored: --at ${told(at)}`

const damagedAt = (
  target: Target,
  { generation }: Base,
  { name, at: byte }: Broken & { name: string },
  at: number,
) =>
  new BackupUnfit(
    `${generation}/${name} in ${target.place} is damaged at byte ${byte}, after ${told(at)}. ${upToThere(at)}`,
  )

const gap = (target: Target, { generation }: Base, last: { seq: number; at: number }, name: string) =>
  new BackupUnfit(
    `Changes are missing in ${target.place}, behind number ${last.seq} of ${generation} (see ${name}), after ${told(last.at)}. ${upToThere(last.at)}`,
  )
