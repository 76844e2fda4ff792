import { expect, test } from './spec/fixtures.ts'
import { itemOf, orderBody, pay } from './spec/test-data.ts'

interface Mail {
  id: string
  subject: string
  html: string
}

/** What is wider than its place, as the letters of the address were in the first version. */
const tooWide = () =>
  [...document.querySelectorAll('*')]
    .filter(one => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .map(one => one.outerHTML.slice(0, 100))

test('emails fit a telephone and a window, and have one button', async ({ page, people, request, shop }) => {
  const ann = await people.join()
  await people.visitor('POST', '/auth/forgot', { email: ann.email })
  const order = await (await ann.call('POST', '/booking', orderBody(ann, await itemOf(people), 3))).json()
  await pay(request, shop.sandboxUrl, ann, order)
  const mailbox = `${shop.sandboxUrl}/mailbox.json?to=${ann.email}`
  const mails = async () => (await (await request.get(mailbox)).json()) as Mail[]
  await expect.poll(async () => (await mails()).length).toBeGreaterThanOrEqual(2)
  for (const { id, subject } of await mails())
    for (const width of [320, 390, 700]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${shop.sandboxUrl}/mailbox/${id}/html`)
      expect(await page.evaluate(tooWide), `${subject} at ${width} px`).toEqual([])
      await expect(page.getByRole('link')).toHaveCount(1)
    }
})

test('the sandbox’s people to sign in as fit their places', async ({ page }) => {
  for (const provider of ['google', 'github'])
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/login')
      await page.getByText(`Sign in with ${provider}`).click()
      await expect(page.getByText('Choose who you are')).toBeVisible()
      const cut = await page
        .locator('.people span')
        .evaluateAll(all => all.filter(one => one.scrollWidth > one.clientWidth).length)
      expect([cut, await page.evaluate(tooWide)], `${provider} at ${width} px`).toEqual([0, []])
    }
})
