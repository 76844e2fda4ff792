import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = await readFile(join(root, 'docs/security.md'), 'utf8')

const rows = page.split('\n').flatMap(line => {
  const [, id, ...cells] = line.split('|').map(cell => cell.trim())
  return id && /^\d+\.\d+\.\d+/.test(id) ? [{ id, evidence: cells.at(-2) ?? '', line }] : []
})

/** Fails if a test is renamed and the page still has its old name. */
test('every file that the security page names exists', () => {
  const named = [...page.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name = '']) => name)
  assert.ok(named.length > 150, `${named.length} names`)
  const missing = new Set(
    named.filter(name => ![name, `src/server/${name}`].some(path => existsSync(join(root, path)))),
  )
  assert.deepEqual([...missing], [])
})

test('each claim of the security page names its evidence', () => {
  assert.ok(rows.length > 150, `${rows.length} rows`)
  const unproven = rows.filter(
    ({ evidence, line }) => evidence === '–' && !/not met|does not apply|there are none|none is/i.test(line),
  )
  const known = ['5.1.1', '6.1.1', '6.1.3', '6.2.12', '14.1.1']
  assert.deepEqual(
    unproven.map(({ id }) => id).filter(id => !known.includes(id)),
    [],
  )
})
