import assert from 'node:assert/strict'
import { test } from 'vitest'
import { maxFileBytes } from '#contract/endpoint.ts'
import {
  chooseFile,
  faultlessReport,
  importCall,
  importing,
} from '../../../../tests/helpers/web/item-import.ts'
import { held, json, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ada, as } from '../../../../tests/helpers/web/test-data.ts'
import type { Visit } from '../../../../tests/helpers/web/visit.tsx'

/** The text of the focused element. */
const focused = (): string => (document.activeElement?.textContent ?? '').replace(/\s+/g, ' ')

const fieldIsFocused = (page: Visit): boolean => document.activeElement === page.field('CSV file')

/** Fails if the focused element disappears and the focus is lost: the keyboard then starts at the top of the page. */
test('the focus moves from the file to the progress and to the result', async t => {
  const checking = held(() => json(faultlessReport))
  const importingIt = held(() => refusal('bad_input', { detail: 'Nothing was imported.', faults: [] }))
  const net = as(ada).on(importCall, checking.answer, importingIt.answer, () =>
    refusal('bad_input', { detail: 'This is no file.' }),
  )
  const page = await importing(t, net)
  await chooseFile(page)
  assert.match(focused(), /^(Uploading the file|Checking every line)/)
  checking.release()
  await settle()
  assert.match(focused(), /^This file adds 1 item/)
  await page.press('Import 3 items')
  assert.match(focused(), /^(Uploading the file|Importing every line)/)
  importingIt.release()
  await settle()
  assert.match(focused(), /^This file adds 1 item/)
  assert.deepEqual(page.words('dialog [role=alert]'), ['Nothing was imported.'])
  await page.press('Choose another file')
  assert.ok(fieldIsFocused(page))
  await chooseFile(page)
  assert.ok(fieldIsFocused(page))
  assert.deepEqual(page.words('dialog [role=alert]'), ['This is no file.'])
})

/** Fails if only the shop checks the size: 16 MB are then sent in vain. */
test('a file that is too large is not sent', async t => {
  const page = await importing(t, as(ada))
  page.field('CSV file').focus()
  await chooseFile(page, new Uint8Array(maxFileBytes + 1))
  assert.equal(page.complaint('CSV file'), 'This file is too large. It can be at most 16 MB.')
  assert.ok(fieldIsFocused(page))
  assert.equal(page.net.to(importCall).length, 0)
  page.net.on(importCall, () => json(faultlessReport))
  await chooseFile(page, new Uint8Array(maxFileBytes))
  assert.match(page.text, /This file adds 1 item/)
})

/** Fails if only the panel shows the error. */
test('an import that fails after its panel was closed shows a toast', async t => {
  const late = held(() => refusal('bad_input', { detail: 'Nothing was imported: a line has an error.' }))
  const net = as(ada).on(importCall, () => json(faultlessReport), late.answer)
  const page = await importing(t, net)
  await chooseFile(page)
  await page.press('Import 3 items')
  await page.press('Close')
  await page.until(() => page.all('input[type=file], dialog progress').length === 0)
  late.release()
  await settle()
  assert.deepEqual(page.words('.toast-card[data-tone=bad] p'), [
    'Import of items: Nothing was imported: a line has an error.',
  ])
})

test('an import that fails while its panel is open shows its error once', async t => {
  const net = as(ada).on(
    importCall,
    () => json(faultlessReport),
    () => refusal('bad_input', { detail: 'Nothing was imported.' }),
  )
  const page = await importing(t, net)
  await chooseFile(page)
  await page.press('Import 3 items')
  assert.equal(page.all('.toast-card').length, 0)
  assert.deepEqual(page.words('dialog [role=alert]'), ['Nothing was imported.'])
})

/** Fails if the panel renders toasts that its dialog already renders: each would be read aloud twice. */
test('toasts appear once in the dialog', async t => {
  const page = await importing(t, as(ada))
  assert.equal(page.all('dialog[open] .toasts').length, 1)
})
