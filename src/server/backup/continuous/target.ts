import type * as z from 'zod/mini'
import { parseJson } from '../parse-json.ts'

/** Where a continuous backup is stored: files in folders, named by paths with slashes. */
export interface Target {
  /** A folder, or s3://bucket/part. */
  readonly location: string
  /** The sorted names in a folder; none if the folder is missing. */
  list(folder: string): Promise<string[]>
  /** The files in a folder and their lengths. */
  sizes(folder: string): Promise<Map<string, number>>
  read(path: string): AsyncIterable<Buffer>
  /** Writes a whole file or none. When it resolves, the file is durable and was checked. */
  write(path: string, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void>
  /** Creates a small file, unless there is one of that name. */
  create(path: string, content: Buffer): Promise<void>
  /** Appends changes to the last file, or to a new one. When it resolves, they are durable and were checked. */
  append(to: Position, changes: Buffer): Promise<Appended>
  rename(from: string, to: string): Promise<void>
  remove(paths: readonly string[]): Promise<void>
  close(): Promise<void>
}

export interface Position {
  generation: string
  epoch: number
  /** The number of the first change. */
  n: number
}

/** A file of changes, and its length now. */
export interface Appended {
  name: string
  bytes: number
}

/** The content of a small file; undefined if there is none. */
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

/** Undefined if the file is missing or has another shape. */
export async function readJson<T>(
  target: Target,
  path: string,
  shape: z.ZodMiniType<T>,
): Promise<T | undefined> {
  return parseJson((await contentOf(target, path))?.toString() ?? '', shape)
}

export const writeJson = (target: Target, path: string, value: unknown): Promise<void> =>
  target.write(path, [Buffer.from(`${JSON.stringify(value, null, 2)}\n`)])

/** A written file is missing, or has other content. */
export class NotInTarget extends Error {}
