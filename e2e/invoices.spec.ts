import { readFile } from 'node:fs/promises'
import { violationsOf } from '../tests/helpers/axe.ts'
import { expect, test } from './spec/fixtures.ts'
import { anOrder, paidNumbers, pay, rowOf } from './spec/test-data.ts'

test('a customer downloads the invoice by keyboard, and the same file is in the email', async ({
  page,
  people,
  request,
  shop,
  newcomer,
}) => {
  const { number } = await pay(request, shop.sandboxUrl, newcomer, await anOrder(people, newcomer))
  await page.goto('/dashboard/myOrder')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: `Invoice of ${number}` }).focus()
  await page.keyboard.press('Enter')
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^INV-\d+\.pdf$/)
  const bytes = await readFile(await file.path())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')

  const mails = async () =>
    (await (await request.get(`${shop.sandboxUrl}/mailbox.json?to=${newcomer.email}`)).json()) as {
      id: string
      attachments: { filename: string }[]
    }[]
  await expect.poll(async () => (await mails()).length).toBe(1)
  const [mail] = await mails()
  expect(mail?.attachments[0]?.filename).toBe(file.suggestedFilename())
  const attached = await request.get(`${shop.sandboxUrl}/mailbox/${mail?.id}/attachments/0`)
  expect((await attached.body()).equals(bytes)).toBe(true)

  await page.getByRole('link', { name: 'Stoneware Mug Details' }).click()
  await expect(page.getByRole('button', { name: /^PDF of INV-/ })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
})

test('an admin prints a packing slip for each selected order, without the page around them', async ({
  page,
  people,
  request,
  shop,
  admin: _,
}) => {
  const bob = await people.join('Bob Example')
  const numbers = await paidNumbers(request, shop.sandboxUrl, people, bob, 2)
  await page.goto(`/dashboard/manageAllOrders?state=paid&search=${encodeURIComponent(bob.email)}`)
  const asked = page.evaluate(() => new Promise<void>(resolve => Object.assign(window, { print: resolve })))
  for (const number of numbers)
    await page.getByRole('checkbox', { name: `Select ${number} to send it` }).check()
  await page.getByRole('button', { name: 'Print packing slips' }).click()
  await asked
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.emulateMedia({ media: 'print' })
  const slips = page.getByRole('article')
  await expect(slips).toHaveCount(2)
  for (const number of numbers) await expect(slips.filter({ hasText: number })).toContainText('Bob Example')
  await expect(rowOf(page, bob.email).first()).toBeHidden()
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(sheets.match(/\/Type \/Page\b/g)).toHaveLength(2)
  await page.emulateMedia({ media: null })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(page.locator('.printed')).toHaveCount(0)
})
