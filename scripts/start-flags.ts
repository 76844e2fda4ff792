import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Node's own flags of `npm start`: Node's compile cache is valid only for the same flags. */
export function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ').filter(part => /^--(?!build$)/.test(part))
}
