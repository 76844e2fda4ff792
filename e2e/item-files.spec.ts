import { readFile, truncate, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './spec/fixtures.ts'
import { anItem, anOrder, orderBody } from './spec/test-data.ts'

const header = '_id,name,description,price,availableQuantity,mustQuantity,photoUrl,hidden'

const choose = (page: Page, text: string) =>
  page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'items.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Collects every share that the progress bar shows from now on. */
async function watchProgress(page: Page): Promise<() => Promise<number[]>> {
  const seen = await page.evaluateHandle(() => {
    const shares = new Set<number>()
    const note = () => {
      const bar = document.querySelector<HTMLProgressElement>('dialog progress')
      if (bar) shares.add(bar.value)
    }
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true })
    return shares
  })
  return () => seen.evaluate(shares => [...shares])
}

async function downloaded(page: Page): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await download
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('three faults reject the whole file; without them ten thousand items are imported', async ({
  page,
  people,
  admin: _,
}) => {
  const before = (await (await people.visitor('GET', '/items?limit=200')).json()).length
  const mark = `Bulk${process.pid}`
  const lines = Array.from(
    { length: 10_000 },
    (_, n) => `,${mark} ${n},"One, of ""many""",${n + 1},5,1,/pictures/desk-clock-960.webp,true`,
  )
  const broken = lines.slice(0, 1000)
  broken[10] = broken[10]?.replace(',11,5,', ',"11,50",5,') ?? ''
  broken[500] = ',,no name,5,5,1,/pictures/desk-clock-960.webp,true'
  broken[999] = `0199a000-0000-7000-8000-999999999999${broken[999]}`

  await page.goto('/dashboard/manageItems')
  await page.getByRole('link', { name: 'Import' }).click()
  await expect(page).toHaveURL('/dashboard/manageItems?import=file')
  const panel = page.getByRole('dialog', { name: 'Import items' })
  await choose(page, [header, ...broken].join('\n'))
  await expect(panel.getByText('3 lines have errors.')).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Errors' }).getByRole('listitem')).toHaveText([
    'Line 12price: Write 11.50 with a decimal point.',
    'Line 502name: Name is required',
    'Line 1,001There is no item with this _id.',
  ])
  await expect(panel.getByRole('button', { name: /^Import/ })).toHaveCount(0)
  expect((await (await people.visitor('GET', '/items?limit=200')).json()).length).toBe(before)

  await panel.getByRole('button', { name: 'Choose another file' }).click()
  await choose(page, [header, ...lines].join('\r\n'))
  await expect(panel.getByText('This file adds 10,000 items and changes 0 items.')).toBeVisible()
  const shares = await watchProgress(page)
  await panel.getByRole('button', { name: 'Import 10,000 items' }).click()
  await expect(panel.getByText('Imported: 10,000 items added, 0 items changed.')).toBeVisible()
  expect((await shares()).length).toBeGreaterThan(5)
  await panel.getByRole('button', { name: 'Back to the items' }).click()
  await expect(page.getByRole('link', { name: 'Import' })).toBeFocused()
  await expect(page.getByRole('row').nth(1)).toContainText(`${mark} 0`)
})

test('an export is edited and imported again; purchases in between are kept', async ({
  page,
  people,
  admin: _,
}) => {
  const name = `=Spoon; "${process.pid}"`
  const item = await anItem(people, name, { availableQuantity: 9 })
  await page.goto('/dashboard/manageItems')
  const { name: fileName, text } = await downloaded(page)
  expect(fileName).toBe('items.csv')
  const line = text.split('\r\n').find(one => one.startsWith(item._id)) ?? ''
  expect(line).toContain(`"'=Spoon; ""${process.pid}"""`)
  const somebody = await people.join()
  const buy = async (units: number) =>
    expect((await somebody.call('POST', '/booking', orderBody(somebody, item, units))).status()).toBe(201)
  await buy(1)
  await page.goto('/dashboard/manageItems?import=file')
  await choose(page, [text.split('\r\n')[0], line.replace(',12.5,9,', ',13,20,')].join('\r\n'))
  const panel = page.getByRole('dialog', { name: 'Import items' })
  await expect(panel.getByText('The stock of 1 item changes (+11).')).toBeFocused()
  await expect(panel.getByText('Available:').locator('..')).toHaveText('Available:8 → 19')
  await buy(2)
  await panel.getByRole('button', { name: 'Import 1 item' }).click()
  await expect(panel.getByText('Imported: 0 items added, 1 item changed.')).toBeVisible()
  const after = await (await people.visitor('GET', `/items/${item._id}`)).json()
  expect([after.name, after.price, after.availableQuantity]).toEqual([name, 13, 17])
  await people.admin.call('DELETE', `/item/${item._id}`)
})

test('all orders that match the search are exported', async ({ page, people, admin: _ }) => {
  const somebody = await people.join()
  const order = await anOrder(people, somebody)
  await page.goto(`/dashboard/manageAllOrders?search=${encodeURIComponent(somebody.email)}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  const { name, text } = await downloaded(page)
  expect(name).toBe('orders.csv')
  expect(text.trimEnd().split('\r\n')).toEqual([
    expect.stringMatching(/^\ufeffnumber,_id,/),
    expect.stringContaining(order._id),
  ])
})

/** Written to disk, because passing this much text to the page is slow. */
async function largeFile(path: string): Promise<string> {
  await writeFile(path, '')
  await truncate(path, 17 * 1024 * 1024)
  return path
}

test('a file that is not a CSV of items says why', async ({ page, admin: _ }, test) => {
  await page.goto('/dashboard/manageItems?import=file')
  await choose(page, 'hello')
  const panel = page.getByRole('dialog', { name: 'Import items' })
  await expect(panel.getByText('Line 1The first line must have the names of the columns')).toBeVisible()
  await panel.getByRole('button', { name: 'Choose another file' }).click()
  await expect(page.getByLabel('CSV file')).toBeFocused()
  // A refused upload would log its status in the console, which has to stay empty.
  await page.getByLabel('CSV file').setInputFiles(await largeFile(test.outputPath('large.csv')))
  await expect(panel.getByText('This file is too large. It can be at most 16 MB.')).toBeVisible()
  await expect(page.getByLabel('CSV file')).toBeFocused()
})

/** States that accessibility.spec.ts does not reach, because it checks pages as they open. */
const panels: { name: string; show(page: Page): Promise<void> }[] = [
  {
    name: 'what a file would do, and its faults',
    async show(page) {
      await page.goto('/dashboard/manageItems?import=file')
      await choose(
        page,
        [header, `,${'Long'.repeat(30)},x,1,1,1,/pictures/x.webp,no`, ',,x,"1,5",1,1,x,?'].join('\n'),
      )
      await expect(page.getByText('1 line has an error.')).toBeVisible()
    },
  },
  {
    name: 'the choice of notices',
    async show(page) {
      await page.goto('/dashboard/manageAllOrders?notices=own')
      await expect(page.getByRole('radio', { name: 'No email' })).toBeChecked()
    },
  },
]

for (const { name, show } of panels) {
  test(`${name}: no accessibility violation, no sideways scrolling`, async ({ page, admin: _ }) => {
    await show(page)
    await expectAccessible(page)
  })
}
