import assert from 'node:assert/strict'
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { test } from 'vitest'
import type { Page } from '#contract/shapes.ts'
import { csvFile } from './csv-file.ts'

/** Numbered rows from 1 to `last`, and the number of pages read. */
function counting(last: number) {
  const pages: Page[] = []
  const read = async (page: Page) => {
    pages.push(page)
    const first = Number(page.after ?? 0) + 1
    const length = Math.max(0, Math.min(page.limit, last - first + 1))
    return Array.from({ length }, (_, index) => ({ _id: String(first + index) }))
  }
  return { pages, file: csvFile({ columns: ['_id'], cellsOf: ({ _id }) => [_id], read }) }
}

test('a file has every row once, whether or not its last page is full', async () => {
  for (const last of [0, 1, 499, 500, 501, 1000, 1700]) {
    const rows = Array.from({ length: last }, (_, index) => `${index + 1}\r\n`)
    assert.equal((await counting(last).file.toArray()).join(''), `\ufeff_id\r\n${rows.join('')}`)
  }
})

/** Fails if the rows are collected first, or read ahead of the client. */
test('nothing is read ahead of a slow client, and reading stops when the client disconnects', async () => {
  const { pages, file } = counting(Number.POSITIVE_INFINITY)
  await once(file, 'readable')
  for (let turn = 0; turn < 100; turn++) await setImmediate()
  assert.ok(pages.length <= 2, `${pages.length} pages`)
  for (let part = 0; part < 10; part++) {
    if (file.read() === null) await once(file, 'readable')
  }
  const closed = once(file, 'close')
  file.destroy()
  await closed
  const { length } = pages
  for (let turn = 0; turn < 100; turn++) await setImmediate()
  assert.equal(pages.length, length)
})

/** Fails without the pause between pages: rows that are available immediately would block other requests. */
test('other requests run between two pages', async () => {
  const { pages, file } = counting(10_000)
  let turns = 0
  const others = (async () => {
    while (!file.readableEnded) {
      await setImmediate()
      turns++
    }
  })()
  await file.toArray()
  await others
  assert.ok(turns >= pages.length, `${turns} turns, ${pages.length} pages`)
})
