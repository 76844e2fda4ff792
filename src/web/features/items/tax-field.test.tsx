import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { ManagedItem } from '#contract/managed-items.ts'
import type { TaxRate } from '#domain/tax.ts'
import { managed, panelAddress, withTray } from '../../../../tests/helpers/web/managed-item.ts'
import { json, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ada, as, managedTray, tray } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'
import { demoContent } from '../../../server/demo/content.ts'

const rates: TaxRate[] = [
  { name: 'Standard', percent: 19, from: '2020-01-01' },
  { name: 'Reduced', percent: 5.5, from: '2020-01-01' },
  { name: 'Standard', percent: 20, from: '2024-01-01' },
]

const shopWith = (taxRates: TaxRate[]) => ({ takesCards: true, content: { ...demoContent, taxRates } })

async function editing(t: TestContext, tax: string, taxRates = rates, net = withTray(item(tax))) {
  const page = await visit(t, panelAddress, net, shopWith(taxRates))
  await page.until(() => page.control('Save'))
  return page
}

const item = (tax: string): ManagedItem => ({ ...managedTray, tax })

const bodies = (page: Visit) => page.net.to(managed.change).map(({ body }) => body)

const choices = (page: Visit): string[] =>
  [...(page.field('Tax') as HTMLSelectElement).options].map(({ text }) => text)

const chosen = (page: Visit) => (page.field('Tax') as HTMLSelectElement).selectedOptions[0]?.text

test('an item can have each rate of the shop, and the first is the usual one', async t => {
  const page = await editing(t, '')
  assert.deepEqual(choices(page), ['Standard (20\u00a0%, usual)', 'Reduced (5.5\u00a0%)'])
  assert.equal(chosen(page), 'Standard (20\u00a0%, usual)')
  await page.type('Tax', 'Reduced')
  await page.press('Save')
  assert.deepEqual(bodies(page), [{ tax: 'Reduced', version: 1 }])
  await page.type('Tax', '')
  await page.press('Save')
  assert.deepEqual(bodies(page)[1], { tax: '', version: 2 })
})

test('the details are open for an item that names a rate', async t => {
  const page = await editing(t, 'Reduced')
  assert.equal(chosen(page), 'Reduced (5.5\u00a0%)')
  assert.equal(page.one<HTMLDetailsElement>('.more-about').open, true)
})

/** Fails if saving something else changes what the item has. */
test('an item whose rate is gone shows the first, and keeps what it has', async t => {
  const page = await editing(t, 'Old')
  assert.equal(chosen(page), 'Standard (20\u00a0%, usual)')
  assert.equal(page.one<HTMLDetailsElement>('.more-about').open, false)
  await page.press('Save')
  assert.match(page.text, /no changes to save/)
  await page.type('Tax', 'Reduced')
  await page.press('Save')
  assert.deepEqual(bodies(page), [{ tax: 'Reduced', version: 1 }])
})

/** Fails if a form without the field sends an empty one. */
test('without rates there is no field, and the item stays as it is', async t => {
  const page = await editing(t, 'Reduced', [])
  assert.deepEqual(page.all('select[name=tax]'), [])
  assert.doesNotMatch(page.text, /Tax/)
  await page.type('Name', 'Tray')
  await page.press('Save')
  assert.deepEqual(bodies(page), [{ name: 'Tray', version: 1 }])
})

/** Fails if the choice of somebody else shows as 'Nothing', or in a shop without rates. */
test('a rate that somebody else chose is named', async t => {
  const written = { ...item(''), version: 5, size: '30 cm' }
  const net = () =>
    withTray(item('Reduced')).on(managed.change, () => refusal('changed_meanwhile', { item: written }))
  for (const [taxRates, facts] of [
    [rates, 'Size30 cmTaxStandard'],
    [[], 'Size30 cm'],
  ] as const) {
    const page = await editing(t, 'Reduced', [...taxRates], net())
    await page.type('Name', 'Tray')
    await page.press('Save')
    assert.deepEqual(page.words('[role=alert] .order-facts'), [facts])
    document.body.replaceChildren()
  }
})

test('a new item has the usual rate unless another one is chosen', async t => {
  const url = '/images/0123456789abcdef0123456789abcdef-960.webp'
  const add = 'POST /api/addItem'
  const net = as(ada)
    .on('POST /api/images', () => json({ data: { display_url: url } }, 201))
    .on(add, () => json(tray, 201))
  const page = await visit(t, '/dashboard/addItem', net, shopWith(rates))
  await page.until(() => page.control('ADD ITEM'))
  const required = { Name: 'Spoon', Description: 'Cherry.', Quantity: '9', 'Must quantity': '2' }
  for (const tax of ['', 'Reduced']) {
    await page.fill({ ...required, 'Price ($)': '1', Tax: tax })
    const input = page.field('Image')
    Object.defineProperty(input, 'files', {
      configurable: true,
      value: [new File(['x'], 'x.png', { type: 'image/png' })],
    })
    input.dispatchEvent(new Event('change', { bubbles: true }))
    await settle()
    await page.press('ADD ITEM')
    await settle()
  }
  const taxes = page.net.to(add).map(({ body }) => (body as { tax?: string }).tax)
  assert.deepEqual(taxes, [undefined, 'Reduced'])
  assert.equal(chosen(page), 'Standard (20\u00a0%, usual)', 'the form is empty again')
})
