import type { Requester } from '../queues/shared-queue.ts'

/** Stores pictures. Returns the address under which pages show one. */
export interface PictureHost {
  keep(bytes: Buffer): Promise<string>
}

export interface PictureFile {
  name: string
  content: Buffer
}

export interface FilePart {
  piece: Buffer
  whole: number
}

/** The storage of the pictures that the shop hosts itself: files by name, without folders. */
export interface PictureFiles {
  /** The files are durable when this resolves. */
  write(files: readonly PictureFile[]): Promise<void>
  /** Stores one file while it arrives; it is durable when this resolves. If it fails, no file is left. */
  writeStream(name: string, content: AsyncIterable<Buffer>): Promise<void>
  /** A part of a file, and the length of the whole; undefined if there is no such file. */
  readPart(name: string, from: number, length: number, asker?: Requester): Promise<FilePart | undefined>
  /** Undefined if there is no such file. Without an asker the shop itself reads it. */
  read(name: string, asker?: Requester): Promise<Buffer | undefined>
  /** The names of files written before a time. There may be other files among them, such as drafts. */
  list(before?: number): Promise<string[]>
  remove(names: readonly string[]): Promise<void>
}
