import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'

const web = join(import.meta.dirname, '..')

/** The media query of a rule is at most a few lines above it: rules have few selectors. */
const isWrapped = (above: readonly string[]): boolean =>
  above.slice(-4).some(line => line.includes('@media (hover: hover)'))

/** Touching leaves a hover color behind until the next touch. */
test('hover colors are only for devices that can hover', () => {
  const files = globSync('**/*.css', { cwd: web })
  assert.ok(files.length > 20)
  const sticky = files.flatMap(file => {
    const lines = readFileSync(join(web, file), 'utf8').split('\n')
    return lines.flatMap((line, n) =>
      line.includes(':hover') && !isWrapped(lines.slice(0, n)) ? [`${file}: ${line.trim()}`] : [],
    )
  })
  assert.deepEqual(sticky, [])
})
