import * as z from 'zod/mini'
import type { Numbers } from '#domain/numbers.ts'
import type { BackupTargetRow, ChangeLogRow } from '../../db/schema/tables.ts'
import type { Head } from '../../store/change-log.ts'
import { type Base, readBases } from './bases.ts'
import { ChainBroken, changesAfter } from './chain.ts'
import { baseFile, changesAmong, generationFile, generationIn, newGeneration } from './layout.ts'
import { after, encoded, firstHash, recordOf } from './record.ts'
import { NotInTarget, readJson, type Target, writeJson } from './target.ts'

const noteShape = z.strictObject({
  format: z.literal(2),
  /** Its changes start after this number. */
  n: z.int(),
  /** The lease under which it started. */
  epoch: z.int(),
  /** 'generation-0001-1f2e3d4c/120' if it branched off another one. */
  parent: z.nullable(z.string()),
})

export type GenerationNote = z.output<typeof noteShape>

export const readGeneration = (target: Target, name: string): Promise<GenerationNote | undefined> =>
  readJson(target, `${name}/${generationFile}`, noteShape)

/** The last lease under which something was written to a generation. */
export async function epochOf(target: Target, name: string): Promise<number> {
  const last = changesAmong(await target.list(name)).at(-1)
  return Math.max((await readGeneration(target, name))?.epoch ?? 0, last?.epoch ?? 0)
}

/** An unbroken history of one database in the target, to which this shop adds. */
export class Generation {
  readonly name: string
  readonly #target: Target
  readonly #epoch: number
  /** The last change in the target. */
  head: Head
  /** Finished copies, the oldest first. */
  bases: Base[]
  /** A gap: only a copy of this change or a later one makes the rest restorable. */
  needsBaseFrom: number
  /** The files that the target must have, with their lengths. */
  readonly #files: Map<string, number>
  /** The hashes of changes since a copy started: the note of the copy needs one of them. */
  #trail: Map<number, string> | undefined

  constructor(target: Target, epoch: number, { name, head, bases, files, needsBaseFrom }: GenerationState) {
    this.#target = target
    this.#epoch = epoch
    this.name = name
    this.head = head
    this.bases = bases
    this.#files = files
    this.needsBaseFrom = needsBaseFrom
  }

  /** Whether everything up to its head can be restored. */
  get isWhole(): boolean {
    const last = this.bases.at(-1)
    return last !== undefined && last.n >= this.needsBaseFrom
  }

  /** Rows that are missing in the log, or were not recorded, become a gap. */
  async ship(rows: readonly ChangeLogRow[], numbers: Numbers): Promise<void> {
    const parts: Buffer[] = []
    const passed: [number, string][] = []
    let [head, gap] = [this.head, 0]
    for (const row of rows.flatMap(row => withGap(row, row === rows[0] ? this.head.n : row.n - 1))) {
      const record = recordOf(row, head.hash, numbers)
      parts.push(encoded(record))
      head = record
      passed.push([record.n, record.hash])
      if (record.gap) gap = record.n
    }
    const first = this.head.n + 1
    const position = { generation: this.name, epoch: this.#epoch, n: first }
    const { name, bytes } = await this.#target.append(position, Buffer.concat(parts))
    this.#files.set(name, bytes)
    this.head = { n: head.n, hash: head.hash }
    this.needsBaseFrom = Math.max(this.needsBaseFrom, gap)
    for (const [n, hash] of passed) this.#trail?.set(n, hash)
  }

  beginTrail(): void {
    this.#trail = new Map([[this.head.n, this.head.hash]])
  }

  hashAt(n: number): string | undefined {
    return this.#trail?.get(n)
  }

  endTrail(): void {
    this.#trail = undefined
  }

  added(base: Base, files: ReadonlyMap<string, number>): void {
    this.bases.push(base)
    for (const [name, bytes] of files) this.#files.set(name, bytes)
  }

  removed(names: readonly string[], bases: readonly Base[]): void {
    for (const name of names) this.#files.delete(name)
    this.bases = this.bases.filter(base => bases.includes(base))
  }

  /** Fails if a file is missing in the target, or too short. */
  async check(): Promise<void> {
    const expected = [...this.#files]
    const found = await this.#target.sizes(this.name)
    const wrong = expected.find(([name, bytes]) => (found.get(name) ?? -1) < bytes)
    if (wrong)
      throw new NotInTarget(
        `${this.name}/${wrong[0]} was removed from ${this.#target.location}, or cut short`,
      )
  }
}

interface GenerationState {
  name: string
  head: Head
  bases: Base[]
  files: Map<string, number>
  needsBaseFrom: number
}

const withGap = (row: ChangeLogRow, before: number): ChangeLogRow[] =>
  row.n === before + 1 ? [row] : [{ n: row.n - 1, at: row.at, changeset: null }, row]

/** Starts the next generation in the target. */
export async function beginGeneration(
  target: Target,
  epoch: number,
  { n, parent }: { n: number; parent: string | null },
): Promise<Generation> {
  const numbers = (await target.list('')).flatMap(name => generationIn(name) ?? [])
  const name = newGeneration(Math.max(0, ...numbers) + 1)
  const note: GenerationNote = { format: 2, n, epoch, parent }
  await writeJson(target, `${name}/${generationFile}`, note)
  const head = { n, hash: firstHash(name) }
  const files = await target.sizes(name)
  return new Generation(target, epoch, { name, head, bases: [], files, needsBaseFrom: n })
}

/** This database does not continue the generation, and why. */
export class NotContinued extends Error {}

/**
 * Continues a generation. All changes after its last copy are read first: a history that cannot be restored, or that
 * another shop has continued, must not grow.
 */
export async function continueGeneration(
  target: Target,
  epoch: number,
  row: BackupTargetRow & { generation: string },
  rowsAfter: (n: number) => Promise<ChangeLogRow[]>,
): Promise<Generation> {
  const { generation: name } = row
  const files = await target.sizes(name)
  const note = await readGeneration(target, name)
  if (!note) throw new NotContinued(`${name} is no longer in ${target.location}`)
  const { bases: noted } = await readBases(target, name, files.keys())
  const bases = noted.filter(({ name, bytes }) => files.get(baseFile(name)) === bytes)
  let head: Head = bases.at(-1) ?? { n: note.n, hash: firstHash(name) }
  let needsBaseFrom = note.n
  try {
    for await (const record of changesAfter(target, name, head)) {
      head = { n: record.n, hash: record.hash }
      if (record.gap) needsBaseFrom = record.n
    }
  } catch (error) {
    if (error instanceof ChainBroken) throw new NotContinued(error.message)
    throw error
  }
  if (!(await isOwn(head, row, rowsAfter)))
    throw new NotContinued(
      head.n < row.n
        ? `${name} in ${target.location} has lost changes that were there`
        : `another shop has continued ${name} in ${target.location}`,
    )
  return new Generation(target, epoch, {
    name,
    head: { n: head.n, hash: head.hash },
    bases,
    files,
    needsBaseFrom,
  })
}

/** Whether the last change of the generation is one of this database: the last acknowledged one, or one after it. */
async function isOwn(
  head: Head,
  { n, hash }: Head,
  rowsAfter: (n: number) => Promise<ChangeLogRow[]>,
): Promise<boolean> {
  let own: Head = { n, hash }
  while (own.n < head.n) {
    const rows = await rowsAfter(own.n)
    if (rows.length === 0) return false
    for (const row of rows) if (own.n < head.n) own = after(own, row)
  }
  return own.n === head.n && own.hash === head.hash
}
