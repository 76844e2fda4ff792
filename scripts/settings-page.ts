// Writes docs/settings.md:  node scripts/bootstrap.mjs scripts/settings-page.ts
// The words are those of .env.example, what is allowed comes from src/server/settings/settings.ts. A test says when it is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Setting, settings } from '../src/server/settings/settings.ts'

const root = join(import.meta.dirname, '..')
const file = join(root, 'docs/settings.md')

const head = `# Settings

You need none: without any, \`npm start\` opens a demo shop. Set them in the environment, or copy [.env.example](../.env.example) to
\`.env\`. A wrong setting stops the start, and the message says what is allowed. \`scripts/settings-page.ts\` writes this page.
`

/** A paragraph of .env.example: its text, and its settings with their default or example values. */
function sectionOf(paragraph: string): string {
  const lines = paragraph.split('\n').map(line => line.replace(/^# ?/, ''))
  const isSetting = (line: string) => /^[A-Z][A-Z0-9_]+=/.test(line)
  const words = lines.filter(line => !isSetting(line)).join('\n')
  const rows = lines.filter(isSetting).map(line => {
    const [name = '', value = ''] = line.split(/=(.*)/s)
    const known: Record<string, Setting> = settings
    return `| \`${name}\` | \`${value}\` | ${known[name]?.allowed.replaceAll('|', '\\|') ?? ''} |`
  })
  return rows.length > 0
    ? `${words}\n\n| setting | default or example | allowed |\n|---|---|---|\n${rows.join('\n')}\n`
    : ''
}

export function settingsPage(): string {
  const paragraphs = readFileSync(join(root, '.env.example'), 'utf8')
    .trim()
    .split(/\n{2,}/)
  return [head, ...paragraphs.map(sectionOf).filter(section => section !== '')].join('\n')
}

if (process.argv[1] === import.meta.filename) writeFileSync(file, settingsPage())
