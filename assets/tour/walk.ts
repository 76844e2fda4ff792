import type { Page } from '@playwright/test'
import { demoAccounts } from '../../src/server/store/demo-ids.ts'
import { type Hand, showPointer } from './hand.ts'

const [, { email, password }] = demoAccounts

/** Signed in, and on the home page, before the film begins. */
export async function prepare(page: Page, hand: Hand, url: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).waitFor()
  await page.addInitScript(showPointer)
  await page.goto(`${url}/`, { waitUntil: 'networkidle' })
  await hand.pause(300)
}

/** The whole shop in twenty seconds. */
export async function walk(page: Page, hand: Hand): Promise<void> {
  hand.say('The home page of the shop')
  await hand.pause(900)
  await hand.scroll(620)
  await hand.pause(500)
  hand.say('Finding an item, in spite of a typo')
  await hand.press(page.getByRole('link', { name: 'See more' }))
  await hand.write(page.getByLabel('Search items'), 'kettel')
  const order = page.getByRole('link', { name: 'ORDER NOW: Enamel Kettle' })
  await order.waitFor()
  await hand.pause(400)
  await hand.press(order)
  hand.say('Ordering it')
  await fillIn(page, hand)
  await hand.press(page.getByRole('button', { name: 'ORDER NOW' }))
  await page.getByText('Add Item successfully').waitFor()
  await hand.pause(900)
  hand.say('Paying by card')
  await hand.press(page.getByRole('link', { name: 'Pay now' }).first())
  await pay(page, hand)
  hand.say('What the people behind the counter see')
  await hand.press(page.getByRole('link', { name: 'Manage All Orders' }))
  await hand.pause(1200)
  await hand.scroll(700)
  await hand.pause(800)
  await hand.press(page.getByRole('link', { name: 'Manage Items' }))
  await hand.pause(1200)
}

async function fillIn(page: Page, hand: Hand): Promise<void> {
  await hand.write(page.getByLabel('Full name'), 'Sam Demo')
  await hand.write(page.getByLabel('Mobile number'), '555 0100')
  await hand.write(page.getByLabel('Address'), '12 Mill Lane')
  await hand.write(page.getByLabel('Quantity', { exact: true }), '2')
  await hand.pause(200)
}

async function pay(page: Page, hand: Hand): Promise<void> {
  const card = page.frameLocator('iframe[title="Secure payment input frame"]')
  const number = card.getByLabel('Card number')
  await number.waitFor()
  await number.click()
  await page.keyboard.type('42424242424242421234123', { delay: 22 })
  await hand.press(page.getByRole('button', { name: /^Pay \$/ }))
  await page.getByText('Congrats Your payment is completed').waitFor()
  await hand.pause(900)
}
