import assert from 'node:assert/strict'
import { useState } from 'react'
import { test } from 'vitest'
import { type Screen, settle } from '../../../tests/helpers/web/screen.ts'
import { show } from '../../../tests/helpers/web/show.tsx'
import { Dialog } from './dialog.tsx'
import { KeepFocus } from './keep-focus.tsx'

/** A question whose answer takes away what asked it, before or after the dialog is closed. */
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

/** As a browser closes it: the focus goes back to what had it before, if that is still there. */
function close(page: Screen): void {
  page.button('Take away').blur()
  page.control('Ask')?.focus()
  page.one<HTMLDialogElement>('dialog').close()
}

const steps = { 'before the dialog is closed': ['Take away', 'close'], 'after it': ['close', 'Take away'] }

/** Fails where the focus falls to the body, and the keyboard begins anew at the top of the page. */
for (const [when, [first, second]] of Object.entries(steps)) {
  test(`the focus stays near a button that is gone ${when}`, async t => {
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
