import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import { emptyContent, type SavedVersion, type ShopContent } from '#contract/shop-content.ts'
import { json, type Network, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ada, as } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const address = '/dashboard/manageItems?panel=shop'
const [readCall, saveCall] = ['GET /api/shopContent', 'PUT /api/shopContent']

const version = (number: number, content: Partial<ShopContent> = {}): SavedVersion => ({
  version: number,
  content: { ...emptyContent('Atelier'), ...content },
  savedAt: '2026-11-01T10:00:00.000Z',
  savedBy: 'bob@shop.test',
  canUndo: number > 1,
})

const firstVersion = version(1, { copyright: '© Atelier' })

interface Sent {
  version: number
  content: ShopContent
}

const sentBy = (page: Visit): Sent[] => page.net.to(saveCall).map(({ body }) => body as Sent)

/** Saves as the shop does, unless the test answers otherwise. */
const owner = (): Network =>
  as(ada)
    .on('GET /api/newsletter', () => json({ count: 0, canSubscribe: true }))
    .on(readCall, () => json(firstVersion))
    .on(saveCall, ({ body }) => json(version((body as Sent).version + 1, (body as Sent).content)))

async function opened(t: TestContext, net: Network): Promise<Visit> {
  const page = await visit(t, address, net)
  await page.until(() => page.all('.shop-form').length > 0 && page.field('Shop name'))
  return page
}

async function toggle(page: Visit, name: string): Promise<void> {
  page.one<HTMLInputElement>(`input[type=checkbox][name="${name}"]`).click()
  await settle()
}

test('a change shows in the picture of the page, and on all pages once it is saved', async t => {
  const page = await opened(t, owner())
  await page.until(() => page.words('.preview .brand-name')[0] === 'Atelier')
  await page.type('Shop name', 'Atelier Lumière')
  assert.deepEqual(page.words('.preview .brand-name'), ['Atelier Lumière'])
  assert.deepEqual(page.words('header .brand-name'), ['Tuckshop'])
  assert.match(page.text, /Not saved yet/)
  await page.press('Save')
  await page.until(() => /Saved\. Your shop shows the changes now\./.test(page.text))
  assert.deepEqual(page.words('header .brand-name'), ['Atelier Lumière'])
  assert.deepEqual(sentBy(page), [
    { version: 1, content: { ...firstVersion.content, name: 'Atelier Lumière' } },
  ])
})

test('a link leads to the section with the address and the links of the footer', async t => {
  const page = await visit(t, `${address}-legal`, owner())
  await page.until(() => page.control('Footer and legal')?.getAttribute('aria-current') === 'true')
  assert.equal(page.control('Name and look')?.getAttribute('aria-current'), 'false')
})

test('bad input is refused at its field, whose section is shown, and nothing is sent', async t => {
  const page = await opened(t, owner())
  await page.press('Footer and legal')
  await page.press('Add a column')
  await page.fill({ Title: 'Legal' })
  await page.press('Add a link')
  await page.fill({ 'Link text': 'Terms', 'Leads to': 'javascript:alert(1)' })
  await page.press('Name and look')
  await page.type('Accent color', 'red')
  await page.press('Save')
  assert.equal(page.complaint('Accent color'), 'Choose a color such as #1f6f6b.')
  await page.type('Accent color', '#123456')
  await page.press('Save')
  assert.equal(page.complaint('Leads to'), 'A link must begin with https://, mailto:, tel:, / or #.')
  assert.equal(page.control('Footer and legal')?.getAttribute('aria-current'), 'true')
  assert.deepEqual(sentBy(page), [])
  await page.type('Leads to', '/items')
  await page.press('Save')
  await page.until(() => sentBy(page).length === 1)
  assert.deepEqual(sentBy(page)[0]?.content.columns, [
    { title: 'Legal', links: [{ label: 'Terms', to: '/items' }] },
  ])
})

test('a refusal of the shop shows at the field that it names', async t => {
  const detail = 'Upload a picture.'
  const net = owner().on(saveCall, () =>
    refusal('bad_input', { detail, fields: { 'content.name': 'Choose another name.' } }),
  )
  const page = await opened(t, net)
  await page.type('Shop name', 'Other')
  await page.press('Save')
  await page.until(() => page.complaint('Shop name') === 'Choose another name.')
})

/** Fails if a switch has no room for a sentence, or if a list, which is no field, hides it. */
test('a demo says at a section or a list that it cannot be left out', async t => {
  const detail = 'This is a demo: it can be changed, but not left out.'
  let field = 'content.showsReviews'
  const net = owner().on(saveCall, () => refusal('bad_input', { detail, fields: { [field]: detail } }))
  const page = await opened(t, net)
  await page.type('Shop name', 'Other')
  await page.press('Save')
  await page.until(() => page.words('.field-error').includes(detail))
  field = 'content.team'
  await page.press('Save')
  await page.until(() => page.control('Team and portfolio')?.getAttribute('aria-current') === 'true')
  assert.ok(page.words('.field-error').includes(detail))
})

/** Fails if the second admin overwrites what the first has saved, or loses what they have typed. */
test('changes of another admin are kept, and saving again keeps both', async t => {
  const theirs = version(2, { copyright: '© Bob', slogan: 'Light', name: 'Bob’s' })
  const net = owner()
    .on(
      readCall,
      () => json(firstVersion),
      () => json(theirs),
    )
    .on(
      saveCall,
      () => refusal('changed_meanwhile'),
      ({ body }) => json(version(3, (body as Sent).content)),
    )
  const page = await opened(t, net)
  await page.fill({ 'Shop name': 'Atelier Lumière', 'Short description': 'Ceramics' })
  await page.press('Save')
  await page.until(() => /bob@shop\.test has saved changes in the meantime\./.test(page.text))
  assert.match(page.text, /You both changed: Shop name\./)
  assert.equal(page.field('Slogan').value, 'Light')
  await page.press('Save')
  await page.until(() => sentBy(page).length === 2)
  assert.deepEqual(sentBy(page)[1], {
    version: 2,
    content: { ...theirs.content, name: 'Atelier Lumière', about: 'Ceramics' },
  })
})

test('whoever uses the other version goes on from what the other admin has saved', async t => {
  const theirs = version(2, { name: 'Bob’s' })
  const net = owner()
    .on(
      readCall,
      () => json(firstVersion),
      () => json(theirs),
    )
    .on(saveCall, () => refusal('changed_meanwhile'))
  const page = await opened(t, net)
  await page.type('Shop name', 'Atelier Lumière')
  await page.press('Save')
  await page.until(() => page.control('Use their version'))
  await page.press('Use their version')
  assert.equal(page.field('Shop name').value, 'Bob’s')
  assert.doesNotMatch(page.text, /in the meantime|Not saved yet/)
})

test('entries are added, moved and removed; a section is switched off and on without a loss', async t => {
  const questions = { title: 'Questions', list: [{ question: 'Where?', answer: 'In Lyon.' }] }
  const net = owner().on(readCall, () => json(version(1, { questions })))
  const page = await opened(t, net)
  await page.press('Home page')
  await page.press('Add a question')
  await page.press('Move up question 2')
  await page.type('Question', 'When?')
  assert.deepEqual(page.words('.content-list summary').slice(-2), ['When?', 'Where?'])
  await page.press('Remove question 1')
  await toggle(page, 'questions')
  assert.match(page.text, /Not saved yet/)
  assert.equal(page.all('[name="questions.title"]').length, 0)
  await toggle(page, 'questions')
  assert.deepEqual(page.words('.content-list summary').slice(-1), ['Where?'])
  assert.doesNotMatch(page.text, /Not saved yet/)
})

test('what was typed is still there after the panel was closed', async t => {
  const page = await opened(t, owner())
  await page.type('Slogan', 'Light in clay')
  await page.press('Close')
  await page.until(() => page.at() === '/dashboard/manageItems')
  await page.press('Your shop')
  await page.until(() => page.all('.shop-form').length > 0)
  assert.equal(page.field('Slogan').value, 'Light in clay')
  await page.press('Discard changes')
})

test('the last save can be undone', async t => {
  const net = owner()
    .on(readCall, () => json(version(2, { name: 'Wrong' })))
    .on('POST /api/shopContent/undo', () => json(version(3, { name: 'Right' })))
  const page = await opened(t, net)
  await page.press('Undo the last save')
  await page.until(() => page.field('Shop name').value === 'Right')
  assert.deepEqual(
    net.to('POST /api/shopContent/undo').map(({ body }) => body),
    [{ version: 2 }],
  )
  assert.deepEqual(page.words('header .brand-name'), ['Right'])
})

test('a color that cannot be read is shown as a readable shade, and says so', async t => {
  const page = await opened(t, owner())
  await page.type('Accent color', '#ffee00')
  assert.match(page.text, /a shade that is easier to read/)
  await page.type('Accent color', '#123456')
  assert.doesNotMatch(page.text, /a shade that is easier to read/)
  await page.press('Discard changes')
})

/** On narrow screens the preview covers the form until it is closed. */
test('the preview is opened and closed by buttons', async t => {
  const page = await opened(t, owner())
  const isOpen = () => page.one('.preview-pane').getAttribute('data-open')
  assert.equal(isOpen(), 'false')
  await page.press('Preview')
  assert.equal(isOpen(), 'true')
  assert.equal(document.activeElement, page.control('Close preview'))
  await page.press('Close preview')
  assert.equal(isOpen(), 'false')
})
