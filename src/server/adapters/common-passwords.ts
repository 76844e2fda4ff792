import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

let list: Promise<ReadonlySet<string>> | undefined

/** Read with the first question: a demo, which refuses no password, never does. */
async function read(): Promise<ReadonlySet<string>> {
  const packed = await readFile(new URL('./common-passwords.br', import.meta.url))
  const text = (await promisify(brotliDecompress)(packed)).toString('utf8')
  return new Set(text.split('\n'))
}

/** Whether it is among those that guessers try first (common-passwords.md says where they are from). */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= read()
  return (await list).has(password.toLowerCase())
}
