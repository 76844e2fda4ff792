import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { ManagedItem } from '#contract/managed-items.ts'
import { managed, panelAddress, withTray } from '../../../../tests/helpers/web/managed-item.ts'
import { held, json, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { managedTray } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const { change } = managed

async function editing(t: TestContext, net = withTray()): Promise<Visit> {
  const page = await visit(t, panelAddress, net)
  await page.until(() => page.control('Save'))
  return page
}

const bodies = (page: Visit) => page.net.to(change).map(({ body }) => body)

const further = ['/images/a-960.webp', '/images/b-960.webp']
const detailed: ManagedItem = { ...managedTray, pictures: further, materials: 'Oak' }

async function chooseFurther(page: Visit): Promise<void> {
  const input = page.field('More pictures')
  const file = new File(['x'], 'x.png', { type: 'image/png' })
  Object.defineProperty(input, 'files', { configurable: true, value: [file] })
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await settle()
}

test('further pictures are uploaded, reordered and removed; notes are changed and cleared', async t => {
  const url = '/images/c-960.webp'
  const net = withTray(detailed).on('POST /api/images', () => json({ data: { display_url: url } }, 201))
  const page = await editing(t, net)
  assert.equal(page.one<HTMLDetailsElement>('details').open, true)
  const shown = () => page.all('.further-pictures img').map(picture => picture.getAttribute('src'))
  await chooseFurther(page)
  await page.until(() => shown().length === 3)
  await chooseFurther(page)
  assert.equal(shown().length, 3, 'the same one again is none more')
  await page.press('Move up picture 3')
  await page.press('Remove picture 1')
  assert.deepEqual(shown(), [url, further[1]])
  await page.fill({ Materials: '', Care: ' Wipe it. ' })
  await page.press('Save')
  assert.deepEqual(bodies(page), [
    { pictures: [url, further[1]], materials: '', care: 'Wipe it.', version: 1 },
  ])
  await page.press('Save')
  assert.match(page.text, /no changes to save/)
})

/** Fails if the form is sent without the picture that is still uploading. */
test('nothing is saved while a further picture uploads, and a refused one says why', async t => {
  const slow = held(() => refusal('unsupported_image', { detail: 'Not a picture.' }))
  const page = await editing(t, withTray().on('POST /api/images', slow.answer))
  assert.equal(page.one<HTMLDetailsElement>('details').open, false)
  await page.type('Materials', 'Oak')
  await chooseFurther(page)
  await page.press('Save')
  assert.equal(page.complaint('More pictures'), 'Wait until the picture is uploaded.')
  assert.deepEqual(bodies(page), [])
  slow.release()
  await page.until(() => /Not a picture\./.test(page.text))
  await page.press('Save')
  assert.deepEqual(bodies(page), [{ materials: 'Oak', version: 1 }])
})

test('further pictures that somebody else saved are shown and taken over', async t => {
  const written: ManagedItem = { ...detailed, version: 5, pictures: ['/images/z-960.webp'], size: '30 cm' }
  const net = withTray(detailed).on(change, () => refusal('changed_meanwhile', { item: written }))
  const page = await editing(t, net)
  await page.press('Remove picture 2')
  await page.press('Save')
  assert.match(page.text, /More pictures.*Size30 cm/)
  assert.ok(page.one('[role=alert] img[src="/images/z-960.webp"]'))
  await page.press('Use their version')
  assert.deepEqual(
    page.all('.further-pictures img').map(picture => picture.getAttribute('src')),
    written.pictures,
  )
  assert.equal(page.field('Size').value, '30 cm')
})
