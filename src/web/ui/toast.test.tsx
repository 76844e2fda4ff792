import assert from 'node:assert/strict'
import { test } from 'vitest'
import { holdClock, pass, settle } from '../../../tests/helpers/web/screen.ts'
import { show } from '../../../tests/helpers/web/show.tsx'
import { Dialog } from './dialog.tsx'
import { toast } from './toast.tsx'

test('a toast closes after five seconds, each on its own timer, or when dismissed', async t => {
  holdClock(t)
  const page = await show(t, null)
  toast('One')
  await pass(4000)
  toast('Two', 'bad')
  await pass(900)
  assert.deepEqual(page.words('.toast-card'), ['One', 'Two'])
  assert.deepEqual(
    page.all('.toast-card').map(({ dataset }) => dataset.tone),
    ['good', 'bad'],
  )
  await pass(100)
  assert.deepEqual(page.words('.toast-card'), ['Two'])
  await page.press('Dismiss')
  assert.deepEqual(page.words('.toast-card'), [])
})

test('a toast with a button lives as long as told, is kept while focused, and closes when pressed', async t => {
  holdClock(t)
  const page = await show(t, null)
  let undone = 0
  toast('Gone', 'good', { lifetime: 10_000, action: { name: 'Undo', onPress: () => undone++ } })
  await pass(9999)
  assert.deepEqual(page.words('.toast-card'), ['GoneUndo'])
  page.button('Undo').focus()
  await pass(60_000)
  assert.deepEqual(page.words('.toast-card'), ['GoneUndo'])
  page.button('Undo').blur()
  await pass(10_000)
  assert.deepEqual(page.words('.toast-card'), [])
  toast('Gone', 'good', { lifetime: 10_000, action: { name: 'Undo', onPress: () => undone++ } })
  await settle()
  await page.press('Undo')
  assert.deepEqual([undone, page.words('.toast-card')], [1, []])
})

test('a toast pressed by keyboard gives the focus back, or to the page if the focus was already lost', async t => {
  const page = await show(
    t,
    <main tabIndex={-1}>
      <button type="button">Remove</button>
    </main>,
  )
  const focusAfterUndo = async () => {
    toast('Gone', 'good', { action: { name: 'Undo', onPress: () => undefined, byKeyboard: true } })
    await page.until(() => document.activeElement === page.control('Undo'))
    await page.press('Undo')
    await page.until(() => page.words('.toast-card').length === 0)
    await settle()
    return document.activeElement
  }
  page.button('Remove').focus()
  assert.equal(await focusAfterUndo(), page.button('Remove'))
  page.button('Remove').blur()
  assert.equal(await focusAfterUndo(), page.one('main'))
})

/** Fails if an open dialog covers the toast, or if closed dialogs render one each. */
test('an open dialog renders the toasts itself, and a closed one none', async t => {
  const page = await show(
    t,
    [true, false].map(open => (
      <Dialog key={String(open)} open={open} title={open ? 'Open' : 'Closed'} onClose={() => undefined}>
        Words
      </Dialog>
    )),
  )
  toast('Saved')
  await settle()
  assert.deepEqual(page.words('dialog .toasts'), ['Saved'])
  assert.equal(page.one('dialog .toasts').closest('dialog')?.open, true)
})
