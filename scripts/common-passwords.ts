import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'

const usage = `Makes src/server/adapters/common-passwords.br anew.

  node scripts/common-passwords.ts FILE

FILE is src/passwords.json of the package @zxcvbn-ts/language-common (MIT), unpacked with: npm pack @zxcvbn-ts/language-common`

const [file = '--help'] = process.argv.slice(2)
if (file === '--help') console.log(usage)
else {
  const passwords = JSON.parse(readFileSync(file, 'utf8')) as string[]
  // Sorted alphabetically they take half the space that they take by frequency.
  const sorted = [...new Set(passwords.map(password => password.toLowerCase()))].sort()
  writeFileSync('src/server/adapters/common-passwords.br', brotliCompressSync(sorted.join('\n')))
  console.log(`${sorted.length} passwords`)
}
