import assert from 'node:assert/strict'
import { test } from 'vitest'
import { maxFileBytes } from '#contract/endpoint.ts'
import { chooseFile, fine, importCall, importing } from '../../../../tests/helpers/web/importing.ts'
import { held, json, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ada, as } from '../../../../tests/helpers/web/shelf.ts'
import type { Visit } from '../../../../tests/helpers/web/visit.tsx'

/** What has the focus, in its own words. */
const focused = (): string => (document.activeElement?.textContent ?? '').replace(/\s+/g, ' ')

const fieldIsFocused = (page: Visit): boolean => document.activeElement === page.field('CSV file')

/** Fails where what had the focus is taken away and nobody else gets it: a keyboard then begins anew at the top. */
test('the focus goes along, from the file to what is being done with it and to what came of it', async t => {
  const checking = held(() => json(fine))
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

/** Fails where the shop alone decides: 16 MB are then sent for nothing. */
test('a file that is too large is not sent', async t => {
  const page = await importing(t, as(ada))
  page.field('CSV file').focus()
  await chooseFile(page, new Uint8Array(maxFileBytes + 1))
  assert.equal(page.complaint('CSV file'), 'This file is too large: it may have at most 16 MB.')
  assert.ok(fieldIsFocused(page))
  assert.equal(page.net.to(importCall).length, 0)
  page.net.on(importCall, () => json(fine))
  await chooseFile(page, new Uint8Array(maxFileBytes))
  assert.match(page.text, /This file adds 1 item/)
})

/** Fails where a failure is told in the panel alone. */
test('an import that fails after its panel was closed is told on the page', async t => {
  const late = held(() => refusal('bad_input', { detail: 'Nothing was imported: a line has a fault.' }))
  const net = as(ada).on(importCall, () => json(fine), late.answer)
  const page = await importing(t, net)
  await chooseFile(page)
  await page.press('Import 3 items')
  await page.press('Close')
  await page.until(() => page.all('input[type=file], dialog progress').length === 0)
  late.release()
  await settle()
  assert.deepEqual(page.words('.toast-card[data-tone=bad] p'), [
    'Import of items: Nothing was imported: a line has a fault.',
  ])
})

test('an import that fails before the eyes of the admin is told once', async t => {
  const net = as(ada).on(
    importCall,
    () => json(fine),
    () => refusal('bad_input', { detail: 'Nothing was imported.' }),
  )
  const page = await importing(t, net)
  await chooseFile(page)
  await page.press('Import 3 items')
  assert.equal(page.all('.toast-card').length, 0)
  assert.deepEqual(page.words('dialog [role=alert]'), ['Nothing was imported.'])
})

/** Fails where the panel draws what its dialog draws already: every toast is then read aloud twice. */
test('toasts stand once in the dialog', async t => {
  const page = await importing(t, as(ada))
  assert.equal(page.all('dialog[open] .toasts').length, 1)
})
