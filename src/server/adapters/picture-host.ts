import type { Asker } from '../queues/shared-queue.ts'

/** Takes pictures. Answers the address under which pages show one. */
export interface PictureHost {
  keep(bytes: Buffer): Promise<string>
}

export interface PictureFile {
  name: string
  content: Buffer
}

/** Where the pictures that the shop keeps itself are, as files: by their names, and without a folder. */
export interface PictureFiles {
  /** For good once this is answered. */
  write(files: readonly PictureFile[]): Promise<void>
  /** Undefined where there is none of that name. Without an asker it is for the shop itself. */
  read(name: string, asker?: Asker): Promise<Buffer | undefined>
  /** The names of those that were written before a moment. There may be other things among them, such as drafts. */
  list(before?: number): Promise<string[]>
  remove(names: readonly string[]): Promise<void>
}
