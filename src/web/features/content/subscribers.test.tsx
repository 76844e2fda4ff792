import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import { emptyContent, type SavedVersion } from '#contract/shop-content.ts'
import { json, type Network, nothing, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ada, as } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const [readCall, removeCall] = ['GET /api/newsletter', 'DELETE /api/newsletter/ann@example.com']

const saved = (newsletter: { text: string } | null): SavedVersion => ({
  version: 1,
  content: { ...emptyContent('Atelier'), newsletter },
  savedAt: null,
  savedBy: null,
  canUndo: false,
})

const owner = (newsletter: { text: string } | null = { text: '' }): Network =>
  as(ada).on('GET /api/shopContent', () => json(saved(newsletter)))

async function opened(t: TestContext, net: Network): Promise<Visit> {
  const page = await visit(t, '/dashboard/manageItems?panel=shop', net)
  await page.until(() => page.control('Footer and legal'))
  assert.deepEqual(page.net.to(readCall), [], 'other sections do not ask')
  await page.press('Footer and legal')
  return page
}

const heading = (page: Visit) => page.words('#subscribers')[0]

test('the owner sees how many subscribers there are, exports them and removes one', async t => {
  const net = owner()
    .on(
      readCall,
      () => json({ count: 1200, canSubscribe: true }),
      () => json({ count: 1199, canSubscribe: true }),
    )
    .on('GET /api/newsletter.csv', () => new Response('email\r\n'))
    .on(removeCall, () => refusal('not_found', { detail: 'This address is not on the list.' }), nothing)
  const page = await opened(t, net)
  await page.until(() => heading(page) === '1,200 subscribers')
  assert.match(page.text, /Import the file into your newsletter tool\./)
  await page.press('Export as CSV')
  await page.until(() => /The file is in your downloads\./.test(page.text))
  await page.press('Remove from the list')
  assert.match(page.text, /Enter an email address\./)
  await page.type('Remove an address', 'ann@example.com')
  await page.press('Remove from the list')
  await page.until(() => /This address is not on the list\./.test(page.text))
  await page.press('Remove from the list')
  await page.until(() => heading(page) === '1,199 subscribers')
  assert.equal(page.field('Remove an address').value, '')
  assert.doesNotMatch(page.text, /This address is not on the list\./)
})

/** Fails if Enter submits the form around the field, which saves the whole content. */
test('Enter in the field removes the address and saves nothing', async t => {
  const net = owner()
    .on(readCall, () => json({ count: 2, canSubscribe: true }))
    .on(removeCall, nothing)
  const page = await opened(t, net)
  await page.until(() => heading(page) === '2 subscribers')
  await page.type('Remove an address', 'ann@example.com')
  const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  page.field('Remove an address').dispatchEvent(event)
  await settle()
  assert.equal(event.defaultPrevented, true)
  await page.until(() => page.net.to(removeCall).length === 1)
})

test('an empty list, a shop without email and an error each say so', async t => {
  const net = owner().on(
    readCall,
    () => refusal('not_found', { detail: 'Gone.' }),
    () => json({ count: 0, canSubscribe: false }),
  )
  const page = await opened(t, net)
  await page.until(() => /The number of subscribers could not be/.test(page.text))
  await page.press('Try again')
  await page.until(() => heading(page) === 'No subscribers yet')
  assert.match(page.text, /Your shop cannot send emails yet/)
  assert.equal(page.control('Export as CSV'), undefined)
})

test('without a newsletter and without subscribers there is nothing to show', async t => {
  const net = owner(null).on(readCall, () => json({ count: 0, canSubscribe: true }))
  const page = await opened(t, net)
  await page.until(() => page.net.to(readCall).length === 1)
  await settle()
  assert.equal(heading(page), undefined)
})

/** Fails if the admin's own tab shows a box that the shop does not serve to anybody. */
for (const canSubscribe of [true, false])
  test(`after a save, the box of the newsletter is there only with email: ${canSubscribe}`, async t => {
    const copyright = '© Atelier'
    const content = { ...saved(null).content, copyright }
    const net = as(ada)
      .on('GET /api/shopContent', () => json({ ...saved(null), content }))
      .on(readCall, () => json({ count: 0, canSubscribe }))
      .on('PUT /api/shopContent', ({ body }) => json({ ...saved(null), ...(body as object), version: 2 }))
    const address = '/dashboard/manageItems?panel=shop-legal'
    const page = await visit(t, address, net, { takesCards: true, content })
    await page.until(() => page.all('input[name="newsletter"]').length > 0)
    page.one('input[name="newsletter"]').click()
    await settle()
    await page.press('Save')
    await page.until(() => /Saved\. Your shop shows the changes now\./.test(page.text))
    const boxes = page.words('.footer-title').filter(title => title === 'Newsletter')
    assert.equal(boxes.length, canSubscribe ? 2 : 1, 'the preview shows it in any case')
  })
