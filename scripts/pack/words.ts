import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** The commands that a pack has, besides starting. */
export const packedCommands = ['verify', 'backup', 'restore', 'move', 'admin', 'go-live'] as const

/** There is no npm beside a pack: what a checkout calls 'npm run shop -- verify' is 'tuckshop verify' there. */
export const packedWords = (text: string): string =>
  text
    .replace(new RegExp(`npm run shop -- (${packedCommands.join('|')})\\b`, 'g'), 'tuckshop $1')
    .replace(/\bnpm start\b/g, 'tuckshop')

const texts = new Set(['.js', '.md', '.example'])

/** Says so in every sentence of the programs and guides in this folder. */
export function sayPackedWords(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !texts.has(extname(entry.name))) continue
    const file = join(entry.parentPath, entry.name)
    const text = readFileSync(file, 'utf8')
    const packed = packedWords(text)
    if (packed !== text) writeFileSync(file, packed)
  }
}
