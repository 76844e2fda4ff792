import assert from 'node:assert/strict'
import { useState } from 'react'
import { test } from 'vitest'
import { type Screen, settle } from '../../../tests/helpers/web/screen.ts'
import { show } from '../../../tests/helpers/web/show.tsx'
import { Dialog } from './dialog.tsx'
import { KeepFocus } from './keep-focus.tsx'

/** A question whose answer removes the button that asked it, before or after the dialog closes. */
function Row() {
  const [isThere, setThere] = useState(true)
  const [open, setOpen] = useState(false)
  return (
    <>
      <KeepFocus id="row">
        {isThere && (
          <button type="button" onClick={() => setOpen(true)}>
            Ask
          </button>
        )}
      </KeepFocus>
      <Dialog open={open} title="Sure?" onClose={() => setOpen(false)}>
        <button type="button" onClick={() => setThere(false)}>
          Take away
        </button>
      </Dialog>
    </>
  )
}

/** Closes like a browser: the focus returns to the element that had it, if it still exists. */
function close(page: Screen): void {
  page.button('Take away').blur()
  page.control('Ask')?.focus()
  page.one<HTMLDialogElement>('dialog').close()
}

const steps = { 'before the dialog is closed': ['Take away', 'close'], 'after it': ['close', 'Take away'] }

/** Fails if the focus falls back to the body, and the keyboard starts at the top of the page. */
for (const [when, [first, second]] of Object.entries(steps)) {
  test(`the focus stays near a button that disappears ${when}`, async t => {
    const page = await show(t, <Row />)
    page.button('Ask').focus()
    await page.press('Ask')
    page.button('Take away').focus()
    for (const step of [first, second]) {
      if (step === 'close') close(page)
      else page.button(step ?? '').click()
      await settle()
    }
    assert.equal(document.activeElement?.id, 'row')
  })
}
