import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { count, text } from '#contract/shapes.ts'
import { Refusal } from '#domain/refusal.ts'
import { show } from '../../../tests/helpers/web/show.tsx'
import { openApi } from '../../server/http/openapi.ts'
import { validate } from '../../server/http/validate.ts'
import { Field, TextArea } from './field.tsx'
import { Form } from './form.tsx'
import { rulesOf } from './shape-rules.ts'
import { Submit } from './submit.tsx'

const shapeWith = (limit: number) =>
  z.strictObject({ name: text(limit, 'Name is required'), comment: text(limit), quantity: count(limit) })

type Shape = ReturnType<typeof shapeWith>

/** The fields as the API describes them. */
function described(shape: Shape): unknown {
  const call = endpoint({ method: 'POST', path: '/wish', who: 'anyone', summary: 'x', body: shape })
  const { paths } = openApi('Shop', [{ noun: 'items', verb: 'add', call }]) as {
    paths: Record<string, { post: { requestBody: { content: object } } }>
  }
  return Object.values(paths['/wish']?.post.requestBody.content ?? {})[0].schema.properties
}

/** The server's errors by field. */
function refused(shape: Shape, value: unknown): unknown {
  try {
    return validate(shape, value)
  } catch (error) {
    return error instanceof Refusal ? error.extras.fields : assert.fail(String(error))
  }
}

const aForm = (t: TestContext, shape: Shape) =>
  show(
    t,
    <Form rules={rulesOf(shape)} onSend={async () => undefined} explain={() => assert.fail('It was sent.')}>
      <Field name="name" label="Name" />
      <TextArea name="comment" label="Comment" />
      <Field name="quantity" label="Quantity" type="number" />
      <Submit>Send</Submit>
    </Form>,
  )

/** Fails if a limit is written outside the contract: it would not change with it. */
for (const limit of [5, 9]) {
  test(`a limit of ${limit} in the contract applies to the field, the server and the API's description`, async t => {
    const shape = shapeWith(limit)
    const long = 'x'.repeat(limit + 1)
    const sentences = {
      name: `Use at most ${limit} characters.`,
      comment: 'This is required.',
      quantity: `Enter at least ${limit}.`,
    }
    assert.deepEqual(refused(shape, { name: long, comment: '', quantity: limit - 1 }), sentences)

    const page = await aForm(t, shape)
    const bounds = ['Name', 'Comment'].map(label => page.field(label).getAttribute('maxlength'))
    assert.deepEqual(bounds, [String(limit), String(limit)])
    assert.equal(page.field('Quantity').getAttribute('min'), String(limit))
    await page.fill({ Name: long, Quantity: String(limit - 1) })
    await page.press('Send')
    assert.deepEqual(
      ['Name', 'Comment', 'Quantity'].map(label => page.complaint(label)),
      Object.values(sentences),
    )

    const { name, quantity } = described(shape) as Record<string, Record<string, unknown>>
    assert.deepEqual([name?.maxLength, quantity?.minimum], [limit, limit])
  })
}
