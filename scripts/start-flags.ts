import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Node's own flags as `npm start` gives them: what Node has compiled counts only under the same ones. */
export function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ').filter(part => /^--(?!build$)/.test(part))
}
