import type { Locator, Page } from '@playwright/test'
import { mailboxPart } from '../sandbox/mailbox/part.ts'
import { openSandboxPart } from '../sandbox/test-part.ts'
import { violationsOf } from '../tests/helpers/axe.ts'
import { eventually } from '../tests/helpers/card-shop.ts'
import { overflowOf } from './accessible.ts'
import { newPage, signUpAsOwner } from './shop.ts'
import { expect, test } from './spec/fixtures.ts'

const settings = { SHOP_MODE: 'live', SHOP_NAME: 'My shop' }

const picture = (name: string) => `public/pictures/${name}.webp`

/** Names of the software, as other programs read them. */
const identifiers = /\b(__Host-)?tuckshop_[a-z_]+/g

/** Fills in the panel 'Your shop', and counts what the owner does. */
class Owner {
  readonly #page: Page
  clicks = 0
  fields = 0

  constructor(page: Page) {
    this.#page = page
  }

  async #click(target: Locator): Promise<void> {
    this.clicks++
    await target.click()
  }

  /** The last one: each column has a button that adds a link. */
  press = (name: string): Promise<void> =>
    this.#click(this.#page.getByRole('button', { name, exact: true }).filter({ visible: true }).last())

  async open(): Promise<void> {
    await this.#page.goto('/dashboard/manageItems')
    await this.#click(this.#page.getByRole('link', { name: 'Your shop' }))
  }

  previewed = (text: string): Locator => this.#page.locator('.preview').getByText(text, { exact: true })

  turnOn = (part: string): Promise<void> =>
    this.#click(this.#page.locator(`input[type=checkbox][name="${part}"]`))

  /** Types into fields, which are named by their place in the content. */
  async type(texts: Record<string, string>): Promise<void> {
    for (const [name, text] of Object.entries(texts)) {
      this.fields++
      await this.#page.locator(`[name="${name}"]`).fill(text)
    }
  }

  async upload(name: string, file: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
    this.clicks++
    await this.#page.locator(`input[type=file][name="${name}"]`).setInputFiles(file)
    const field = this.#page.locator('.picture-field', { has: this.#page.locator(`[name="${name}"]`) })
    await expect(field.getByRole('img')).toBeVisible()
  }
}

/** A drawn logo, as an owner has it: a terracotta bowl on transparent ground. */
async function drawLogo(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 256, height: 256 })
    const context = canvas.getContext('2d')
    if (context) {
      context.fillStyle = '#a8502e'
      context.arc(128, 96, 112, 0, Math.PI)
      context.fill()
      context.fillRect(88, 208, 80, 24)
    }
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

async function nameAndLook(owner: Owner, logo: Buffer): Promise<void> {
  await owner.type({
    name: 'Atelier Lumière, Lyon',
    slogan: 'Light in clay',
    about: 'Hand-thrown ceramics from the Croix-Rousse in Lyon.',
    accent: '#2b5d8a',
  })
  await owner.upload('mark', { name: 'logo.png', mimeType: 'image/png', buffer: logo })
}

async function homePage(owner: Owner): Promise<void> {
  await owner.press('Home page')
  for (const [index, [file, title, text]] of [
    ['banner-kitchen-1600', 'Made for every day', 'Bowls, plates and mugs that like the dishwasher.'],
    ['banner-gifts-1600', 'A gift from Lyon', 'Wrapped by hand, with a note in your words.'],
  ].entries()) {
    await owner.press('Add a banner')
    await owner.upload(`banners.${index}.picture`, picture(file ?? ''))
    await owner.type({ [`banners.${index}.title`]: title ?? '', [`banners.${index}.text`]: text ?? '' })
  }
  // On the page of the panel headings are small.
  await expect(owner.previewed('Made for every day')).toHaveCSS('font-size', /^[3-9]\d/)
  await owner.turnOn('questions')
  await owner.type({
    'questions.list.0.question': 'Is it safe in the dishwasher?',
    'questions.list.0.answer': 'Yes, everything that we fire at 1240 degrees.',
  })
  await owner.press('Add a question')
  await owner.type({
    'questions.list.1.question': 'Can I visit the studio?',
    'questions.list.1.answer': 'On Saturdays, from ten to six.',
  })
}

async function teamPage(owner: Owner): Promise<void> {
  await owner.press('Team and portfolio')
  for (const [index, name] of ['Camille Roux', 'Jules Perrin'].entries()) {
    await owner.press('Add a person')
    await owner.type({ [`team.${index}.name`]: name, [`team.${index}.role`]: 'Potter' })
  }
}

async function footer(owner: Owner): Promise<void> {
  await owner.press('Footer and legal')
  await owner.type({ address: 'Atelier Lumière\n12 montée de la Grande-Côte\n69001 Lyon' })
  for (const [index, [title, label, to]] of [
    ['Visit us', 'Saturdays, 10 to 6', 'https://maps.example/lyon'],
    ['Help', 'Write to us', 'mailto:bonjour@lumiere.example'],
  ].entries()) {
    const at = `columns.${index}`
    await owner.press('Add a column')
    await owner.type({ [`${at}.title`]: title ?? '' })
    await owner.press('Add a link')
    await owner.type({ [`${at}.links.0.label`]: label ?? '', [`${at}.links.0.to`]: to ?? '' })
  }
  await owner.turnOn('newsletter')
  await owner.type({
    'newsletter.text': 'New from the kiln, once a month.',
    copyright: '© 2026 Atelier Lumière',
  })
}

/** What a visitor sees on the home page, in both themes. */
async function checkHome(page: Page): Promise<void> {
  await page.goto('/')
  for (const heading of ['Made for every day', 'Our Items', 'Our Team', 'Frequently asked questions'])
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  for (const text of ['Camille Roux', 'Can I visit the studio?', 'Visit us', '© 2026 Atelier Lumière'])
    await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', /^mailto:bonjour/)
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled()
  const logo = page.locator('header .brand img')
  expect(
    await logo.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
  ).toBeGreaterThan(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await violationsOf(page), colorScheme).toEqual([])
  }
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  await checkBrand(page)
}

/** Fails if the logo is indented, or if the name of the shop is cut. */
async function checkBrand(page: Page): Promise<void> {
  const leftOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(element => element.getBoundingClientRect().left)
  expect(await leftOf('header .brand img')).toBe(await leftOf('.banner .carousel-track'))
  const hidden = await page
    .locator('header .brand-name')
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  // Letters may reach a little below their line.
  expect(hidden).toBeLessThan(8)
}

/** Everything that the shop sends to browsers and search engines. */
async function checkNames(page: Page): Promise<void> {
  for (const path of ['/', '/items', '/team', '/login', '/manifest.webmanifest', '/no/such/page']) {
    const text = await (await page.request.get(path)).text()
    expect(text, path).toContain('Atelier Lumi')
    expect(text.replace(identifiers, ''), path).not.toMatch(/tuckshop/i)
  }
  expect((await page.request.get('/portfolio')).status()).toBe(404)
  await expect(page.getByRole('link', { name: 'Team', exact: true })).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Portfolio' })).toHaveCount(0)
}

/** 19 clicks and uploads, 25 typed fields: without a file, a setting or a line of code. */
test('an empty shop becomes Atelier Lumière, Lyon', async ({ browser, openShop }) => {
  const mailbox = await openSandboxPart(mailboxPart)
  const mail = { SMTP_URL: `smtp://127.0.0.1:${mailbox.context.smtpPort}`, MAIL_FROM: 'shop@lumiere.example' }
  const { shop, page } = await openShop({ ...settings, ...mail })
  await signUpAsOwner(page, shop.log())
  const owner = new Owner(page)
  await owner.open()
  await nameAndLook(owner, await drawLogo(page))
  await homePage(owner)
  await teamPage(owner)
  await footer(owner)
  await expect(page.getByText('No subscribers yet')).toBeVisible()
  await owner.press('Save')
  await expect(page.getByRole('dialog').getByText('Saved. Your shop shows the changes now.')).toBeVisible()
  expect([owner.clicks, owner.fields]).toEqual([19, 25])

  const visitor = await newPage(browser, `${shop.url}/robots.txt`)
  for (const width of [1440, 390]) {
    await visitor.setViewportSize({ width, height: 900 })
    await checkHome(visitor)
  }
  await visitor.setViewportSize({ width: 1440, height: 900 })
  await checkNames(visitor)

  await visitor.getByLabel('Your e-mail').fill('reader@example.com')
  await visitor.getByRole('button', { name: 'Subscribe' }).click()
  await expect(visitor.getByText('Check your inbox and confirm.')).toBeVisible()
  const link = await eventually(async () => {
    const mails = (await (await fetch(`${mailbox.context.url}/mailbox.json`)).json()) as { text: string }[]
    return mails.map(({ text }) => /http\S+\?newsletter=[\w-]+/.exec(text)?.[0]).find(Boolean)
  }, 'the email that asks to confirm')
  await visitor.goto(link)
  await visitor.getByRole('button', { name: 'Yes, subscribe me' }).click()
  await expect(visitor.getByText('You are subscribed. Thank you.').last()).toBeVisible()
  await page.goto('/dashboard/manageItems?panel=shop')
  await owner.press('Footer and legal')
  await expect(page.getByText('1 subscriber', { exact: true })).toBeVisible()
  await visitor.context().close()
  await mailbox.close()
})
