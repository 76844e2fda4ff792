/** Where a followed backup is kept: files in folders, named by paths with slashes. */
export interface Target {
  /** In words, for the person at the terminal. */
  readonly place: string
  /** The names in a folder, sorted; none where there is no such folder. */
  list(folder: string): Promise<string[]>
  /** The content, piece by piece. */
  read(path: string): AsyncIterable<Buffer>
  /** A new file: whole or not at all, and for good once this is answered. */
  write(path: string, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void>
  /** Puts changes behind those that are there, for good once this is answered. A failed one may leave a part. */
  append(generation: string, seq: number, changes: Buffer): Promise<void>
  rename(from: string, to: string): Promise<void>
  remove(paths: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** A whole small file. */
export async function contentOf(target: Target, path: string): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of target.read(path)) parts.push(part)
  return Buffer.concat(parts)
}
