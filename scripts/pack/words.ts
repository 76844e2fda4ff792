import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** The commands of a pack, besides starting. */
export const packedCommands = ['verify', 'backup', 'restore', 'move', 'admin', 'content', 'go-live'] as const

/** A pack has no npm: the command 'npm run shop -- verify' of a checkout is 'tuckshop verify' there. */
export const withPackCommands = (text: string): string =>
  text
    .replace(new RegExp(`npm run shop -- (${packedCommands.join('|')})\\b`, 'g'), 'tuckshop $1')
    .replace(/\bnpm start\b/g, 'tuckshop')

const texts = new Set(['.js', '.md', '.example'])

/** Rewrites the commands in all programs and guides in this folder. */
export function rewriteCommands(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !texts.has(extname(entry.name))) continue
    const file = join(entry.parentPath, entry.name)
    const text = readFileSync(file, 'utf8')
    const packed = withPackCommands(text)
    if (packed !== text) writeFileSync(file, packed)
  }
}
