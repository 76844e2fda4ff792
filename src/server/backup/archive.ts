import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { isStoredFile } from '#contract/pictures.ts'
import { type DataTable, dataTables, type Row } from '../db/schema/table-rows.ts'
import type { Contents } from './contents.ts'
import { parseJson } from './parse-json.ts'
import { type Entry, entriesOf, TarBroken } from './tar.ts'

/** Why a backup, restore or move was refused, and what to do: a sentence for the terminal. */
export class Refused extends Error {}

const tableSum = z.strictObject({ rows: z.number(), checksum: z.string() })

const manifestShape = z.strictObject({
  format: z.literal(1),
  takenAt: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** The migrations of the database. */
  migrations: z.array(z.string()),
  tables: z.record(z.string(), tableSum),
  pictures: z.number(),
  /** A checksum of the names and contents of all other entries. */
  seal: z.string(),
})

export type Manifest = Omit<z.output<typeof manifestShape>, 'tables'> & { tables: Contents }

/** The last entry: a file without it is incomplete. */
export const manifestName = 'manifest.json'

/** A checksum against accidents and careless edits; it is not a signature. */
export class Seal {
  readonly #hash = createHash('sha256')

  add({ name, content }: Entry): void {
    this.#hash.update(`${name}\n${content.length}\n`).update(content)
  }

  get value(): string {
    return this.#hash.copy().digest('hex')
  }
}

/** Reads the whole backup before anything is done with it. */
export async function checkArchive(path: string): Promise<Manifest> {
  const seal = new Seal()
  try {
    for await (const entry of entriesOf(path)) {
      if (entry.name === manifestName) return manifestOf(path, entry.content, seal.value)
      partOf(path, entry.name)
      seal.add(entry)
    }
  } catch (error) {
    if (error instanceof TarBroken) throw unusable(path, error.message)
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Refused(`There is no file ${path}.`)
    throw error
  }
  throw unusable(path, 'its last part, the list of contents, is missing')
}

function manifestOf(path: string, content: Buffer, seal: string): Manifest {
  const manifest = parseJson(content.toString(), manifestShape)
  if (!manifest) throw unusable(path, 'its list of contents cannot be read; a later shop may have made it')
  const { tables } = manifest
  if (manifest.seal !== seal)
    throw unusable(path, 'its contents do not match their checksum: it was damaged or changed')
  for (const table of Object.keys(tables)) if (!isTable(table)) throw unexpectedEntry(path, table)
  return { ...manifest, tables }
}

const isTable = (name: string): name is DataTable => (dataTables as string[]).includes(name)

type Part = { table: DataTable } | { picture: string }

/** What an entry contains, by its name. A file with any other entry is refused. */
function partOf(path: string, name: string): Part {
  const [kind, what = ''] = name.split('/')
  if (kind === 'tables' && isTable(what)) return { table: what }
  if (kind === 'images' && isStoredFile(what) && name === `images/${what}`) return { picture: what }
  throw unexpectedEntry(path, name)
}

const unusable = (path: string, why: string) => new Refused(`${path} cannot be used: ${why}.`)

const unexpectedEntry = (path: string, what: string) =>
  unusable(path, `it holds something the shop does not know (${what.slice(0, 100)})`)

async function* partsIn(path: string) {
  for await (const { name, content } of entriesOf(path))
    if (name !== manifestName) yield { ...partOf(path, name), content }
}

export async function* picturesIn(path: string): AsyncGenerator<Entry> {
  for await (const part of partsIn(path))
    if ('picture' in part) yield { name: part.picture, content: part.content }
}

export async function* rowsIn(path: string): AsyncGenerator<[DataTable, Row[]]> {
  for await (const part of partsIn(path)) {
    if (!('table' in part)) continue
    const lines = part.content.toString().trimEnd().split('\n')
    yield [part.table, lines.map(line => JSON.parse(line) as Row)]
  }
}
