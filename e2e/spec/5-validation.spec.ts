import type { Request } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { goods } from './test-data.ts'

interface FormRules {
  form: string
  path: string
  reader: 'visitor' | 'user' | 'admin'
  button: string
  /** The spec's name of the field, its label on the page, and its error when empty. */
  rules: [field: string, label: string, message: string][]
}

const forms: FormRules[] = [
  {
    form: 'Login',
    path: '/login',
    reader: 'visitor',
    button: 'Login',
    rules: [
      ['email', 'Email', 'Email Address is required'],
      ['password', 'Password', 'Password must be required'],
    ],
  },
  {
    form: 'Signup',
    path: '/signup',
    reader: 'visitor',
    button: 'Signup',
    rules: [
      ['name', 'Name', 'Name is required'],
      ['email', 'Email', 'Email Address is required'],
      ['password', 'Password', 'Password must be required'],
    ],
  },
  {
    form: 'Profile',
    path: '/dashboard',
    reader: 'user',
    button: 'ADD OR UPDATE PROFILE',
    rules: [
      ['mobileNumber', 'Mobile number', 'Mobile Number is required'],
      ['address', 'Address', 'Email Address is required'],
      ['education', 'Education', 'Email Address is required'],
      ['linkedin', 'LinkedIn', 'Email Address is required'],
    ],
  },
  {
    form: 'Review',
    path: '/dashboard/myReview',
    reader: 'user',
    button: 'REVIEW SUBMIT',
    rules: [
      ['name', 'Name', 'Name is required'],
      ['comment', 'Comment', 'Comment is required'],
    ],
  },
  {
    form: 'Order',
    path: `/items/${goods.mug}`,
    reader: 'user',
    button: 'ORDER NOW',
    rules: [
      ['name', 'Full name', 'First name is required'],
      ['email', 'Email', 'Email Address is required'],
      ['mobileNumber', 'Mobile number', 'Mobile Number is required'],
      ['address', 'Address', 'Email Address is required'],
      ['quantity', 'Quantity', 'Quantity is required'],
    ],
  },
  {
    form: 'Add item',
    path: '/dashboard/addItem',
    reader: 'admin',
    button: 'ADD ITEM',
    rules: [
      ['name', 'Name', 'Name is required'],
      ['description', 'Description', 'Description is required'],
      ['quantity', 'Quantity', 'Quantity is required'],
      ['must quantity', 'Must quantity', 'Must quantity is required'],
      ['price', 'Price ($)', 'Price is required'],
      ['image', 'Image', 'Image is required'],
    ],
  },
]

for (const { form, path, reader, button, rules } of forms) {
  for (const [field, label, message] of rules) {
    test(`§5 ${form}: ${field} '${message}'`, async ({ sharedPage }) => {
      const page = await sharedPage(path, reader)
      const input = page.getByLabel(label, { exact: true })
      // The order's email is read-only, so the test clears it by script.
      await input.evaluate((element: HTMLInputElement) => {
        element.value = ''
      })
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect(input).toHaveAccessibleDescription(new RegExp(`^${message}`))
      await expect(input).toHaveAttribute('aria-invalid', 'true')
    })
  }

  test(`§5 ${form}: nothing is sent while something is missing`, async ({ sharedPage }) => {
    const page = await sharedPage(path, reader)
    const sent: string[] = []
    const note = (asked: Request) => asked.method() !== 'GET' && sent.push(asked.url())
    page.on('request', note)
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByText(rules.at(-1)?.[2] ?? '', { exact: true }).first()).toBeVisible()
    page.off('request', note)
    expect(sent).toEqual([])
  })
}

test('§5 Signup: no length rule: one character is a name and a password', async ({ page }) => {
  await page.goto('/signup')
  await page.getByLabel('Name').fill('A')
  await page.getByLabel('Email').fill(`a-${process.pid}@b`)
  await page.getByLabel('Password').fill('x')
  await page.getByRole('button', { name: 'Signup' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})

for (const { input, path, reader, label } of [
  { input: 'Order quantity', path: `/items/${goods.mug}`, reader: 'user', label: 'Quantity' },
  { input: 'Quantity', path: '/dashboard/addItem', reader: 'admin', label: 'Quantity' },
  { input: 'Must quantity', path: '/dashboard/addItem', reader: 'admin', label: 'Must quantity' },
  { input: 'Price', path: '/dashboard/addItem', reader: 'admin', label: 'Price ($)' },
] as const) {
  test(`§5 ${input} is a numeric input`, async ({ sharedPage }) => {
    const field = (await sharedPage(path, reader)).getByLabel(label, { exact: true })
    await expect(field).toHaveAttribute('type', 'number')
  })
}
