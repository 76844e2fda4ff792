import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { Item } from '../../src/contract/items.ts'
import type { Order } from '../../src/contract/orders.ts'
import { expect, type People, type Person } from './fixtures.ts'

/** The seeded items; those that tests order have plenty of stock, so that tests do not affect each other. */
export const goods = {
  tray: '0199a000-0000-7000-8000-111100000012',
  mug: '0199a000-0000-7000-8000-111100000011',
  candles: '0199a000-0000-7000-8000-111100000003',
} as const

export async function itemOf(people: People, id: string = goods.mug): Promise<Item> {
  return (await people.visitor('GET', `/items/${id}`)).json()
}

export const newItem = {
  name: 'Cherry Spoon',
  description: 'Turned from one piece of cherry wood.',
  availableQuantity: 9,
  mustQuantity: 1,
  price: 12.5,
  photoUrl: '/pictures/desk-clock-960.webp',
}

/** Puts a new item on sale. */
export async function anItem(people: People, name: string, changes: Partial<Item> = {}): Promise<Item> {
  const answer = await people.admin.call('POST', '/addItem', { ...newItem, name, ...changes })
  if (answer.status() !== 201) throw new Error(await answer.text())
  return answer.json()
}

export function orderBody(person: Person, item: Item, quantity: number) {
  return {
    itemId: item._id,
    itemName: item.name,
    ownerName: person.name,
    email: person.email,
    mobileNumber: '555 0100',
    address: '1 Test Street',
    quantity,
    totalPrice: (Math.round(item.price * 100) * quantity) / 100,
  }
}

/** Places an unpaid order for this person. */
export async function anOrder(people: People, person: Person, quantity = 3): Promise<Order> {
  const item = await itemOf(people)
  const answer = await person.call('POST', '/booking', orderBody(person, item, quantity))
  if (answer.status() !== 201) throw new Error(await answer.text())
  return answer.json()
}

/** Pays at the provider without a browser, and informs the shop as the page does. */
export async function pay(
  request: APIRequestContext,
  sandboxUrl: string,
  person: Person,
  order: Order,
): Promise<Order> {
  const { clientSecret } = await (await person.call('POST', '/create-payment-intent', order)).json()
  const transactionId = String(clientSecret).split('_secret_')[0] ?? ''
  await request.post(`${sandboxUrl}/stripe/test/payment_intents/${transactionId}/succeed`, { data: {} })
  const body = { bookingId: order._id, transactionId }
  return (await person.call('PATCH', `/booking/${order._id}`, body)).json()
}

/** The numbers of newly paid orders of a person. */
export async function paidNumbers(
  request: APIRequestContext,
  sandboxUrl: string,
  people: People,
  person: Person,
  count: number,
): Promise<string[]> {
  const numbers: string[] = []
  for (let i = 0; i < count; i++)
    numbers.push((await pay(request, sandboxUrl, person, await anOrder(people, person))).number)
  return numbers
}

export const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

/** Loads more pages of the list until the row appears. A refetch may end the list meanwhile. */
export async function loadUntilVisible(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(async () => {
    if ((await rowOf(page, text).count()) > 0) return
    await page.getByRole('button', { name: 'Load more' }).click({ timeout: 1000 })
    await expect(rowOf(page, text).first()).toBeVisible({ timeout: 1000 })
  }).toPass()
}

/** The column headings of the page's list. */
export const columnHeadings = (page: Page): Promise<string[]> =>
  page.getByRole('columnheader').allInnerTexts()

export async function fillOrder(page: Page, quantity: string): Promise<void> {
  await page.getByLabel('Full name').fill('Ann Example')
  await page.getByLabel('Mobile number').fill('555 0100')
  await page.getByLabel('Address').fill('1 Test Street')
  await page.getByLabel('Quantity', { exact: true }).fill(quantity)
}

/** Delays the responses to a call until the test releases them. */
export async function delayResponses(page: Page, url: string | RegExp): Promise<() => void> {
  let open = () => {}
  const gate = new Promise<void>(resolve => {
    open = resolve
  })
  await page.route(url, async route => {
    await gate
    // The page may have navigated away by then.
    await route.continue().catch(() => undefined)
  })
  return open
}
