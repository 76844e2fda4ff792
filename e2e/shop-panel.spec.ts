import type { Page } from '@playwright/test'
import { expect, signIn, test } from './spec/fixtures.ts'

/** Whether the focused element is what is seen at its place, and not below the bar with the button. */
const focusIsSeen = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const focused = document.activeElement
    const box = focused?.getBoundingClientRect()
    if (!focused || !box) return false
    return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === focused
  })

/** What is folded or in another section can only get the focus after it is open. */
for (const height of [800, 560])
  test(`a fault in a folded entry of another section is shown after Save, ${height} px`, async ({
    page,
    people,
  }) => {
    await page.setViewportSize({ width: 1280, height })
    await signIn(page, people.admin)
    await page.goto('/dashboard/manageItems?panel=shop-legal')
    const form = page.locator('.shop-form')
    const field = page.locator('[name="columns.0.links.1.to"]')
    await form.getByText('Services', { exact: true }).click()
    const link = field.locator('xpath=ancestor::details[1]')
    await link.locator('summary').click()
    await field.fill('javascript:alert(1)')
    await link.locator('summary').click()
    await form.getByText('Services', { exact: true }).click()
    await expect(field).toBeHidden()
    await form.getByRole('button', { name: 'Name and look' }).click()
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(field).toBeFocused()
    expect(await focusIsSeen(page)).toBe(true)
    await expect(form.getByText('A link must begin with https://, mailto:, tel:, / or #.')).toBeInViewport()
    await expect(form.getByText('Not saved. Correct the marked field.')).toBeInViewport()
    await field.fill('/items')
    await expect(field, 'the entry stays open while it is corrected').toBeVisible()

    const questions = page.locator('[name^="questions.list."]')
    await form.getByRole('button', { name: 'Home page' }).click()
    const list = form.getByRole('group', { name: 'Questions', exact: true })
    for (const entry of await list.locator('details').all()) await entry.locator('summary').click()
    while ((await questions.count()) > 0)
      await list.getByRole('button', { name: 'Remove question 1', exact: true }).click()
    await form.getByRole('button', { name: 'Name and look' }).click()
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(list.getByRole('button', { name: 'Add a question' })).toBeFocused()
    expect(await focusIsSeen(page)).toBe(true)
    await expect(list.getByText('Enter a question.')).toBeInViewport()
  })
