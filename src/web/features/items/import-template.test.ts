import assert from 'node:assert/strict'
import { test } from 'vitest'
import { addedLine, itemColumns } from '#contract/item-files.ts'
import { importTemplate } from './import-template.ts'

/** Fails if a column is added whose example is not valid, or if a cell needs quotes. */
test('the template has every column, and its example can be imported', () => {
  const [, file = ''] = decodeURIComponent(importTemplate).split(/,(.*)/s)
  const [head = '', line = '', ...rest] = file.split('\r\n')
  assert.deepEqual(head.split(','), itemColumns)
  assert.deepEqual(rest, [''])
  const cells = Object.fromEntries(line.split(',').map((cell, at) => [itemColumns[at], cell]))
  const { _id, pictures, ...filled } = cells
  assert.deepEqual([_id, pictures], ['', ''])
  const { price, availableQuantity, mustQuantity, hidden } = filled
  const numbers = { price, availableQuantity, mustQuantity }
  const parsed = Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, Number(text)]))
  const { error } = addedLine.safeParse({ ...filled, ...parsed, hidden: hidden === 'true' })
  assert.equal(error, undefined)
})
