import type { Requester } from '../queues/shared-queue.ts'

/** Stores pictures. Returns the address under which pages show one. */
export interface PictureHost {
  keep(bytes: Buffer): Promise<string>
}

export interface PictureFile {
  name: string
  content: Buffer
}

/** The storage of the pictures that the shop hosts itself: files by name, without folders. */
export interface PictureFiles {
  /** The files are durable when this resolves. */
  write(files: readonly PictureFile[]): Promise<void>
  /** Undefined if there is no such file. Without an asker the shop itself reads it. */
  read(name: string, asker?: Requester): Promise<Buffer | undefined>
  /** The names of files written before a time. There may be other files among them, such as drafts. */
  list(before?: number): Promise<string[]>
  remove(names: readonly string[]): Promise<void>
}
