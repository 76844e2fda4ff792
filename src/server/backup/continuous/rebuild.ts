import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import type { Numbers } from '#domain/numbers.ts'
import type { Base } from './bases.ts'
import {
  type Branch,
  branchesNotIncluded,
  branchesOf,
  described,
  newestOf,
  numbersIn,
  type Point,
  parentOf,
} from './catalog.ts'
import { ChainBroken, changesAfter } from './chain.ts'
import { baseFile, isFromVersionOne } from './layout.ts'
import { isMissing, type Target } from './target.ts'

/** The backup cannot be restored as requested, and why. */
export class BackupUnfit extends Error {}

export interface Rebuilt {
  /** The last change in it. */
  point: Point
  /** 'generation-0001-1f2e3d4c/120' */
  origin: string
  /** The highest numbers in any generation. */
  numbers: Numbers
  /** Problems in the backup, as sentences. */
  notes: string[]
}

export interface Choice {
  /** The latest time; by default the last change. */
  until?: number | undefined
  /** The number of a generation; by default the one with the latest lease. */
  generation?: number | undefined
  /** Not later than this change. */
  change?: number | undefined
}

/** Writes the database as it was after a change to a new file. */
export async function rebuild(
  target: Target,
  file: string,
  { until, generation, change = Number.POSITIVE_INFINITY }: Choice = {},
): Promise<Rebuilt> {
  const branches = await branchesOf(target)
  const chosen = await chooseBranch(target, branches, generation)
  const notes = [...chosen.notes, ...warningsOf(chosen, branches)]
  const { branch, n: found } = await findChange(target, branches, chosen, until)
  const n = Math.min(found, change)
  // An earlier copy replaces a damaged one: all changes since are there.
  for (const base of branch.bases.filter(base => base.n <= n).reverse()) {
    if (await copyBase(target, branch, base, file)) {
      const point = await applyChanges(target, branch, base, { file, n, notes })
      return { point, origin: `${branch.name}/${point.n}`, numbers: numbersIn(branches), notes }
    }
    notes.push(`${branch.name}/${baseFile(base.name)} is damaged: an earlier copy was used.`)
  }
  throw new BackupUnfit(
    `The copies of the database in ${branch.name} in ${target.location} are damaged or missing.${otherHint(branches, branch)}`,
  )
}

async function chooseBranch(
  target: Target,
  branches: readonly Branch[],
  generation: number | undefined,
): Promise<Branch> {
  const chosen =
    generation === undefined ? newestOf(branches) : branches.find(({ number }) => number === generation)
  if (chosen?.last) return chosen
  if (branches.length > 0 && generation !== undefined)
    throw new BackupUnfit(
      `There is no generation ${generation} in ${target.location} that can be restored. Available:\n${branches.map(described).join('\n')}`,
    )
  if (branches.length === 0 && (await target.list('')).some(isFromVersionOne))
    throw new BackupUnfit(
      `The backup in ${target.location} was made by version 1.0. Restore it with that version.`,
    )
  throw new BackupUnfit(`There is no continuous backup in ${target.location}, or none that was finished.`)
}

/** Generations whose orders are not restored. */
const warningsOf = (chosen: Branch, branches: readonly Branch[]): string[] =>
  branchesNotIncluded(chosen, branches).map(
    branch =>
      `NOT RESTORED: ${described(branch)} It has changes that this one does not have. To restore it instead: --generation ${branch.number}`,
  )

/** The last change up to a time. Numbers order the changes, because clocks are sometimes set back. */
async function findChange(
  target: Target,
  branches: readonly Branch[],
  chosen: Branch,
  until: number | undefined,
): Promise<{ branch: Branch; n: number }> {
  if (until === undefined) {
    if (chosen.broken) throw new BackupUnfit(`${chosen.broken} ${hintUpTo(chosen)}`)
    return { branch: chosen, n: chosen.last?.n ?? 0 }
  }
  let [branch, most] = [chosen, Number.POSITIVE_INFINITY]
  for (;;) {
    const n = await lastUpTo(target, branch, { until, most })
    if (n !== undefined) return { branch, n }
    const parent = parentOf(branch, branches)
    if (!parent || parent.branch === branch) break
    ;[branch, most] = [parent.branch, parent.n]
  }
  const first = branch.first?.at ?? 0
  throw new BackupUnfit(
    `The backup in ${target.location} begins at ${new Date(first).toISOString()}, later than that.`,
  )
}

const hintUpTo = ({ last }: Branch): string =>
  last ? `Everything before that can be restored: --at ${new Date(last.at).toISOString()}` : ''

async function lastUpTo(
  target: Target,
  { name, bases, last }: Branch,
  { until, most }: { until: number; most: number },
): Promise<number | undefined> {
  const [first] = bases
  if (!first || !last) return undefined
  let found = bases.findLast(({ n, at }) => at <= until && n <= most)?.n
  let gapAt = 0
  try {
    for await (const { n, at, gap } of changesAfter(target, name, first)) {
      if (gap) gapAt = n
      const isReachable = bases.some(base => base.n >= gapAt && base.n <= n)
      if (n <= most && at <= until && isReachable) found = Math.max(found ?? 0, n)
    }
  } catch (error) {
    // Damage after that time does not matter.
    if (!(error instanceof ChainBroken)) throw error
  }
  return found
}

function otherHint(branches: readonly Branch[], { number }: Branch): string {
  const other = branches.findLast(branch => branch.number !== number && branch.last)
  return other ? ` Another one can be restored: --generation ${other.number}` : ''
}

/** False when the copy is damaged or missing. */
async function copyBase(target: Target, branch: Branch, base: Base, file: string): Promise<boolean> {
  const handle = await open(file, 'w+', 0o600)
  try {
    return await copyInto(handle, target.read(`${branch.name}/${baseFile(base.name)}`), base)
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  } finally {
    await handle.close()
  }
}

async function copyInto(handle: FileHandle, pieces: AsyncIterable<Buffer>, base: Base): Promise<boolean> {
  const sum = createHash('sha256')
  let length = 0
  for await (const piece of pieces) {
    sum.update(piece)
    await handle.write(piece, 0, piece.length, length)
    length += piece.length
  }
  await handle.sync()
  return length === base.bytes && sum.digest('hex') === base.sha256
}

/** Without cascades: their effects are part of the changes. */
async function applyChanges(
  target: Target,
  branch: Branch,
  base: Base,
  { file, n, notes }: { file: string; n: number; notes: string[] },
): Promise<Point> {
  let point: Point = base
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false, defensive: false })
  try {
    database.exec('BEGIN')
    if (point.n < n)
      for await (const record of changesAfter(target, branch.name, base, notes)) {
        if (record.gap || !database.applyChangeset(record.changeset))
          throw new BackupUnfit(
            `Change ${record.n} of ${branch.name} in ${target.location} does not fit. Everything before it can be restored: --at ${new Date(point.at).toISOString()}`,
          )
        point = record
        if (point.n >= n) break
      }
    database.exec('COMMIT')
  } finally {
    database.close()
  }
  return { n: point.n, at: point.at, numbers: point.numbers }
}
