import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

const packed = await readFile(new URL('./common-passwords.br', import.meta.url))
const text = (await promisify(brotliDecompress)(packed)).toString('utf8')

/** The passwords that attackers try first, in lower case (common-passwords.md names the source). */
export const commonPasswords: ReadonlySet<string> = new Set(text.split('\n'))
