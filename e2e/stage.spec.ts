import { expectAccessible } from './accessible.ts'
import { expect, test } from './spec/fixtures.ts'
import { fillOrder, goods } from './spec/test-data.ts'

test('the item’s pictures: thumbnails, arrow keys and zoom do not shift the page', async ({
  page,
  user: _,
}) => {
  await page.goto(`/items/${goods.tray}`)
  const stage = page.getByRole('region', { name: 'Pictures' })
  const first = stage.getByRole('img', { name: 'Oak Desk Tray' })
  await expect(first).toBeInViewport()
  const about = page.getByText('Solid white oak, linseed oil')
  await expect(about).toBeVisible()
  // Waits for the form, because the placeholder before it is replaced.
  await expect(page.getByRole('button', { name: 'ORDER NOW' })).toBeVisible()
  const before = await about.boundingBox()
  await stage.getByRole('button', { name: 'Show view 3 of 3' }).click()
  await expect(stage.getByRole('img', { name: '3 of 3' })).toBeInViewport()
  await expect(first).not.toBeInViewport()
  await stage.getByRole('list').first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(first).toBeInViewport()
  const box = await first.boundingBox()
  await stage.getByRole('button', { name: 'Zoom' }).click()
  await expect.poll(async () => (await first.boundingBox())?.width).toBe((box?.width ?? 0) * 2)
  await expectAccessible(page)
  await page.keyboard.press('ArrowLeft')
  await expect(first).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await first.boundingBox())?.width).toBe(box?.width)
  expect(await about.boundingBox()).toEqual(before)
})

test('on a phone a placed order scrolls to the top, with the link to pay in view', async ({
  page,
  newcomer: _,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/items/${goods.tray}`)
  await fillOrder(page, '1')
  await page.getByRole('button', { name: 'ORDER NOW' }).click()
  const heading = page.getByRole('heading', { name: 'Your order is placed' })
  await expect(heading).toBeFocused()
  await expect(page.getByRole('link', { name: 'Pay now' })).toBeInViewport({ ratio: 1 })
  const bar = await page.getByRole('banner').boundingBox()
  expect((await heading.boundingBox())?.y).toBeGreaterThanOrEqual(bar?.height ?? 0)
  await expectAccessible(page)
})
