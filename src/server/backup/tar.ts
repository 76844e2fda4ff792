import { type FileHandle, open } from 'node:fs/promises'

const block = 512
/** Far above every entry of the shop: a header with a larger size is damaged. */
const largest = 64 * 1024 * 1024

export interface Entry {
  name: string
  content: Buffer
}

/** Writes a POSIX tar, so that any archiver can read it. */
export class TarWriter {
  readonly #file: FileHandle

  constructor(file: FileHandle) {
    this.#file = file
  }

  async add({ name, content }: Entry): Promise<void> {
    await this.#file.write(headerOf(name, content.length))
    await this.#file.write(content)
    await this.#file.write(Buffer.alloc(paddingOf(content.length)))
  }

  /** Two empty blocks end a tar. */
  async end(): Promise<void> {
    await this.#file.write(Buffer.alloc(2 * block))
    await this.#file.sync()
  }
}

const paddingOf = (size: number): number => (block - (size % block)) % block

function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(block)
  const octal = (value: number, at: number, digits: number) =>
    header.write(`${value.toString(8).padStart(digits, '0')}\0`, at)
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for a tar`)
  header.write(name, 0)
  octal(0o600, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(size, 124, 11)
  octal(Math.floor(Date.now() / 1000), 136, 11)
  header.write('0', 156)
  header.write('ustar\0' + '00', 257)
  header.fill(' ', 148, 156)
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** The sum of the bytes of a header, with blanks for the checksum itself. */
function checksumOf(header: Buffer): number {
  let sum = 0
  for (const [at, byte] of header.entries()) sum += at >= 148 && at < 156 ? 0x20 : byte
  return sum
}

/** Not a tar, or an incomplete one. */
export class TarBroken extends Error {}

/** The entries of a tar in order, one in memory at a time. */
export async function* entriesOf(path: string): AsyncGenerator<Entry> {
  const file = await open(path)
  try {
    for (;;) {
      const header = await readExactly(file, block)
      if (header.every(byte => byte === 0)) return
      const { name, size } = parsed(header)
      const content = await readExactly(file, size)
      await readExactly(file, paddingOf(size))
      yield { name, content }
    }
  } finally {
    await file.close()
  }
}

function parsed(header: Buffer): { name: string; size: number } {
  const text = (from: number, to: number) => header.toString('utf8', from, to).replace(/[\0 ]+$/, '')
  const size = Number.parseInt(text(124, 136), 8)
  if (Number.parseInt(text(148, 156), 8) !== checksumOf(header) || !(size >= 0 && size <= largest))
    throw new TarBroken('it is damaged, or not a backup at all')
  return { name: text(0, 100), size }
}

async function readExactly(file: FileHandle, size: number): Promise<Buffer> {
  const buffer = Buffer.alloc(size)
  let filled = 0
  while (filled < size) {
    const { bytesRead } = await file.read(buffer, filled, size - filled)
    if (bytesRead === 0) throw new TarBroken('it ends in the middle: it was cut off')
    filled += bytesRead
  }
  return buffer
}
