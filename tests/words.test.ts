import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'vitest'
import { sentences } from '../scripts/sentences.ts'

/** Words that were replaced, so that each thing has one name: the table in STYLE.md says by which. */
const replaced =
  /\be-mails?\b|\btakings\b|\btelephone\b|\blog(?:ged|ging)? (?:in|out) (?:to|with|again|now)\b|\bmoney back\b|\bany more[.:,]|\bunder way\b|\bcancelled\b|\b(?:some|any|every)body\b|^Please (?:enter|choose|use|send|give|say)\b/i

/** The label of the newsletter box, which stands on every page: footer.tsx says why. */
const isKept = (text: string) => text === 'Your e-mail'

/** Written before the table, generated, or explaining the words themselves. */
const isOld = (file: string) => /^(CHANGELOG|STYLE)\.md$|^bench\/|^sandbox\/stripe\//.test(file)

test('texts use the words of STYLE.md', () => {
  const all = sentences(join(import.meta.dirname, '..'))
  assert.ok(all.length > 5000, 'the list is complete')
  const relapses = all.filter(({ file, text }) => !isOld(file) && !isKept(text) && replaced.test(text))
  assert.deepEqual(
    relapses.map(({ file, line, text }) => `${file}:${line} ${text}`),
    [],
  )
})
