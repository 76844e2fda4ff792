import sharp from 'sharp'
import { violationsOf } from '../tests/helpers/axe.ts'
import { overflowOf } from './accessible.ts'
import { allowErrors, demoAdmin, expect, logIn, test } from './spec/fixtures.ts'

const picture = async (width: number, height: number) => ({
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: await sharp({
    create: { width, height, channels: 4, background: { r: 160, g: 90, b: 40, alpha: 0.5 } },
  })
    .png()
    .toBuffer(),
})

/** The whole way: uploaded in the panel, saved, and shown and played on the home page by a real browser. */
test('an owner uploads a wide logo and a video, and visitors see both', async ({
  openShop,
  consoleErrors,
}) => {
  const { page } = await openShop({})
  await page.goto('/login')
  await logIn(page, demoAdmin)
  await page.getByRole('button', { name: 'Logout' }).waitFor()
  await page.goto('/dashboard/manageItems?panel=shop')
  await page.getByLabel('Or upload your own logo', { exact: true }).setInputFiles(await picture(1200, 300))
  await expect(page.locator('.picture-preview[src$="-1200x300.webp"]')).toBeVisible()

  await page.getByRole('button', { name: 'Home page' }).click()
  const video = page.getByRole('group', { name: 'Video', exact: true })
  const file = video.getByLabel('Video file', { exact: true })
  await file.setInputFiles({ name: 'x.mp4', mimeType: 'video/mp4', buffer: Buffer.from('<html>'.repeat(20)) })
  await expect(video.getByText('This is not a video that browsers can play.')).toBeVisible()
  allowErrors(consoleErrors, /status of 400/)
  await file.setInputFiles('public/video/tour.mp4')
  await expect(video.locator('video').first()).toHaveAttribute('src', /^\/media\/[a-f0-9]{32}\.mp4$/)
  await video.getByRole('button', { name: 'Remove: The same video in the other format' }).click()
  await video.getByLabel('Captions', { exact: true }).setInputFiles('public/video/tour.vtt')
  await expect(video.getByRole('link', { name: 'Read the captions' })).toHaveAttribute('href', /^\/media\//)
  expect(await violationsOf(page, { inside: '.shop-form' })).toEqual([])
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved. Your shop shows the changes now.').first()).toBeVisible()

  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    const mark = page.locator('header .mark-picture').first()
    await expect(mark).toBeVisible()
    const box = await mark.boundingBox()
    expect((box?.width ?? 0) > (box?.height ?? 0), 'the logo keeps its shape').toBe(true)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  }
  const played = page.getByLabel('Video', { exact: true })
  await played.scrollIntoViewIfNeeded()
  await expect(played.locator('source')).toHaveCount(1)
  await played.evaluate((element: HTMLVideoElement) => element.play())
  await expect
    .poll(() => played.evaluate((element: HTMLVideoElement) => [element.readyState > 1, element.currentSrc]))
    .toEqual([true, expect.stringMatching(/\/media\/[a-f0-9]{32}\.mp4$/)])
})
