/** Where a continuous backup is kept: files in folders, named by paths with slashes. */
export interface Target {
  /** In words, for the person at the terminal. */
  readonly place: string
  /** The names in a folder, sorted; none where there is no such folder in the target. */
  list(folder: string): Promise<string[]>
  /** The files in a folder and their lengths. */
  sizes(folder: string): Promise<Map<string, number>>
  /** The content, piece by piece. */
  read(path: string): AsyncIterable<Buffer>
  /** A file: whole or not at all. Once this is answered it is there for good, and was looked at. */
  write(path: string, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void>
  /** A new small file; nothing happens where there is one of that name. */
  create(path: string, content: Buffer): Promise<void>
  /** Puts changes behind the last ones, or into a new file. Once this is answered they are there for good, and were looked at. */
  append(to: Place, changes: Buffer): Promise<Appended>
  rename(from: string, to: string): Promise<void>
  remove(paths: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Where changes belong. */
export interface Place {
  generation: string
  epoch: number
  /** The number of the first of them. */
  n: number
}

/** The file that they are in, and its length now. */
export interface Appended {
  name: string
  bytes: number
}

/** A whole small file; undefined where there is none. */
export async function contentOf(target: Target, path: string): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  try {
    for await (const part of target.read(path)) parts.push(part)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  return Buffer.concat(parts)
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

export const writeJson = (target: Target, path: string, value: unknown): Promise<void> =>
  target.write(path, [Buffer.from(`${JSON.stringify(value, null, 2)}\n`)])

/** What was written is not there any more, or is something else. */
export class NotThere extends Error {}
