import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'vitest'
import { settingsPage } from '../scripts/settings-page.ts'

const root = join(import.meta.dirname, '..')
const pages = ['*.md', 'docs/**/*.md', 'src/**/*.md', 'assets/*.md'].flatMap(glob =>
  globSync(glob, { cwd: root }),
)

test('every link in the documents leads to a file', () => {
  const broken = pages.flatMap(page => {
    const links = readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)/g)
    return [...links].flatMap(([, link = '']) =>
      existsSync(join(root, dirname(page), link)) ? [] : [`${page}: ${link}`],
    )
  })
  assert.deepEqual(broken, [])
})

test('docs/settings.md is up to date: run scripts/settings-page.ts', () => {
  assert.equal(readFileSync(join(root, 'docs/settings.md'), 'utf8'), settingsPage())
})

test('the README has at most 120 lines', () => {
  assert.ok(readFileSync(join(root, 'README.md'), 'utf8').split('\n').length <= 121)
})
