import assert from 'node:assert/strict'
import { test } from 'vitest'
import { refusal } from '../../../../tests/helpers/web/network.ts'
import { holdClock, pass, settle } from '../../../../tests/helpers/web/screen.ts'
import {
  banner,
  oldPicture,
  opened,
  owner,
  saveCall,
  saved,
  sent,
} from '../../../../tests/helpers/web/shop-panel.ts'
import type { Visit } from '../../../../tests/helpers/web/visit.tsx'

/** What the page says about the field with this name. */
const complaintAt = (page: Visit, name: string): string => {
  const ids = page.one(`[name="${name}"]`).getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map(one => document.getElementById(one)?.textContent).join('')
}

test('a required picture can be removed, and its field asks for another one', async t => {
  const statistics = {
    title: 'Since 1998',
    tagline: '',
    figures: [{ value: '72', name: 'bowls' }],
    slides: [{ picture: oldPicture, alt: '' }],
  }
  const page = await opened(t, owner({ banners: [banner('First')], statistics }))
  for (const [index, name] of ['banners.0.picture', 'statistics.slides.0.picture'].entries()) {
    page.all('[aria-label="Remove: Picture"]')[0]?.click()
    await settle()
    assert.equal(page.all('[aria-label="Remove: Picture"]').length, 1 - index)
    await page.press('Save')
    assert.match(complaintAt(page, name), /^Image is required/)
  }
  assert.deepEqual(sent(page), [])
  await page.press('Discard changes')
})

test('an optional picture can be removed', async t => {
  const note = { title: 'Hello', picture: oldPicture, letter: 'Hi', from: 'Camille', signature: null }
  const page = await opened(t, owner({ note }))
  await page.press('Remove: Portrait')
  assert.equal((await saved(page)).note?.picture, null)
})

/** Fails if the picture goes to the place where its entry was. */
/** Fails if the answer to the save replaces what came in meanwhile. */
test('blank lines are ignored, and a line that is too long is named', async t => {
  const technologies = { title: 'Our clay', names: ['Stoneware'] }
  const page = await opened(t, owner({ technologies }))
  assert.equal(page.field('Names').getAttribute('maxlength'), null, 'the limit is for lines, not letters')
  await page.type('Names', 'Stoneware\n')
  assert.equal(page.field('Names').value, 'Stoneware\n', 'the next line can be typed')
  const long = 'Porcelain from Limoges '.repeat(9).trim()
  await page.type('Names', `Stoneware\n\n  \n${long}\n`)
  await page.press('Save')
  assert.equal(page.complaint('Names'), '“Porcelain from Limoges Porce…”: Use at most 40 characters.')
  await page.type('Names', 'Stoneware\n\nRaku\n \n')
  assert.equal(page.complaint('Names'), '')
  assert.deepEqual((await saved(page)).technologies?.names, ['Stoneware', 'Raku'])
})

test('a refused save says so beside the button, and opens the section of the field', async t => {
  const net = owner().on(
    saveCall,
    () => refusal('bad_input', { fields: { 'content.copyright': 'Write less.' } }),
    () => refusal('too_many_requests', { detail: 'Please wait a minute.' }),
  )
  const page = await opened(t, net, 'Name and look')
  await page.type('Shop name', '')
  await page.press('Save')
  assert.match(page.words('.save-bar')[0] ?? '', /Not saved\. Correct the marked field\./)
  await page.type('Shop name', 'Other')
  assert.match(page.words('.save-bar')[0] ?? '', /Not saved yet/)
  await page.press('Save')
  await page.until(() => page.control('Footer and legal')?.getAttribute('aria-current') === 'true')
  assert.equal(page.complaint('Copyright line'), 'Write less.')
  assert.equal(document.activeElement, page.field('Copyright line'))
  await page.press('Save')
  await page.until(() => /Please wait a minute\./.test(page.words('.save-bar')[0] ?? ''))
  await page.press('Discard changes')
})

/** Queries that nobody uses are forgotten after five minutes. */
test('what was typed is still there an hour after the panel was closed', async t => {
  const page = await opened(t, owner(), 'Name and look')
  holdClock(t)
  await page.type('Slogan', 'Light in clay')
  await page.press('Close')
  await pass(3_600_000)
  await page.press('Your shop')
  await page.until(() => page.all('.shop-form').length > 0)
  assert.equal(page.field('Slogan').value, 'Light in clay')
  await page.press('Discard changes')
})
