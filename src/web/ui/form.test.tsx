import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import * as z from 'zod/mini'
import { identity } from '#contract/identity.ts'
import type { Screen } from '../../../tests/helpers/web/screen.ts'
import { settle } from '../../../tests/helpers/web/screen.ts'
import { show } from '../../../tests/helpers/web/show.tsx'
import type { Explanation } from '../api/problem-error.ts'
import { Field } from './field.tsx'
import { Form, type Values } from './form.tsx'
import { rulesOf } from './shape-rules.ts'
import { Submit } from './submit.tsx'

const { name, password } = identity.signUp.body.shape
const rules = rulesOf(z.strictObject({ name, password }))

interface Sent {
  page: Screen
  sent: Values[]
  changes: Values[]
  answer: { now: () => Promise<unknown> }
}

/** A form with one field of each kind; the test decides the outcome. */
async function aForm(t: TestContext, resets = false): Promise<Sent> {
  const sent: Values[] = []
  const changes: Values[] = []
  const answer = { now: () => Promise.resolve() as Promise<unknown> }
  const onSend = (values: Values) => {
    sent.push(values)
    return answer.now()
  }
  const page = await show(
    t,
    <Form
      rules={rules}
      onSend={onSend}
      onChange={values => changes.push(values)}
      explain={error => error as Explanation}
      resets={resets}
    >
      <Field name="name" label="Name" />
      <Field name="password" label="Password" type="password" hint="Any length." />
      <Submit>Send</Submit>
    </Form>,
  )
  return { page, sent, changes, answer }
}

/** Fails if the form trims every field itself. */
test('surrounding spaces are trimmed, except in a password', async t => {
  const { page, sent } = await aForm(t)
  await page.fill({ Name: '  Ann  ', Password: '  se cret ' })
  await page.press('Send')
  assert.deepEqual(sent, [{ name: 'Ann', password: '  se cret ' }])
})

test('a missing field shows its error, nothing is sent, and the first such field has the focus', async t => {
  const { page, sent } = await aForm(t)
  await page.fill({ Name: '   ' })
  await page.press('Send')
  assert.deepEqual(
    [page.complaint('Name'), page.complaint('Password')],
    ['Name is required', 'Password must be required'],
  )
  assert.equal(document.activeElement, page.field('Name'))
  await page.type('Name', 'Ann')
  assert.deepEqual([page.complaint('Name'), page.complaint('Password')], ['', 'Password must be required'])
  await page.press('Send')
  assert.equal(document.activeElement, page.field('Password'))
  assert.deepEqual(sent, [])
})

test('onChange receives the values while typing', async t => {
  const { page, changes } = await aForm(t)
  await page.type('Name', 'An')
  assert.deepEqual(changes.at(-1), { name: 'An', password: '' })
})

/** Fails if only the button waits for the response: two presses can come before React renders. */
test('a form is not sent twice in parallel, and can be sent again afterwards', async t => {
  const { page, sent, answer } = await aForm(t)
  const gate = Promise.withResolvers<void>()
  answer.now = () => gate.promise
  await page.fill({ Name: 'Ann', Password: 'x' })
  page.button('Send').click()
  page.button('Send').click()
  await settle()
  assert.deepEqual([sent.length, page.button('Send').getAttribute('aria-disabled')], [1, 'true'])
  page.one('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await settle()
  assert.equal(sent.length, 1)
  gate.resolve()
  await settle()
  assert.equal(page.button('Send').getAttribute('aria-disabled'), 'false')
  await page.press('Send')
  assert.equal(sent.length, 2)
})

/** Fails if a field accepts text that the response will overwrite, or if the focused field is disabled. */
test('while a form is being sent, its fields are read-only and keep the focus', async t => {
  const { page, answer } = await aForm(t, true)
  const gate = Promise.withResolvers<void>()
  answer.now = () => gate.promise
  await page.fill({ Name: 'Ann', Password: 'x' })
  const field = page.field('Name') as HTMLInputElement
  field.focus()
  await page.press('Send')
  assert.deepEqual([field.readOnly, field.disabled, document.activeElement === field], [true, false, true])
  gate.resolve()
  await settle()
  assert.deepEqual([field.readOnly, field.value], [false, ''])
})

test('an error about a field shows under it; any other error shows below the form', async t => {
  const { page, answer } = await aForm(t, true)
  await page.fill({ Name: 'Ann', Password: 'x' })
  answer.now = () =>
    Promise.reject({ sentence: 'Not right.', fields: { password: 'Too short.', other: 'x' } })
  await page.press('Send')
  assert.deepEqual([page.complaint('Password'), page.complaint('Name')], ['Too short.', ''])
  assert.deepEqual(page.words('[role=alert]'), [''])
  assert.equal(document.activeElement, page.field('Password'))
  answer.now = () => Promise.reject({ sentence: 'Very busy.', fields: { other: 'x' } })
  await page.press('Send')
  assert.deepEqual([page.words('[role=alert]'), page.complaint('Password')], [['Very busy.'], ''])
  assert.equal(page.button('Send').getAttribute('aria-disabled'), 'false')
  // The typed text stays, and the next try clears the errors.
  assert.equal(page.field('Name').value, 'Ann')
  answer.now = () => Promise.resolve()
  await page.press('Send')
  assert.deepEqual([page.words('[role=alert]'), page.field('Name').value], [[''], ''])
})

test('a form that does not reset keeps its values after sending', async t => {
  const { page } = await aForm(t)
  await page.fill({ Name: 'Ann', Password: 'x' })
  await page.press('Send')
  assert.equal(page.field('Name').value, 'Ann')
})
