import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { bounds } from '../bounds.ts'
import { FormFault, readForm } from './read-form.ts'

const part = (headers: string, content = 'c') => `--b\r\n${headers}\r\n\r\n${content}\r\n`
const read = (form: string) =>
  readForm(Buffer.from(form), 'b').map(({ content, ...rest }) => ({ ...rest, content: String(content) }))
const named = 'Content-Disposition: form-data; name="image"'

/** Forms as Node writes them, which is how browsers write them. */
test('every part of a form is read back unchanged', async () => {
  const entry = fc.tuple(
    fc.string({ unit: 'grapheme' }).filter(name => name.isWellFormed() && !/["\r\n]/.test(name)),
    fc.uint8Array({ maxLength: 300 }),
    fc.boolean(),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 5 }), async entries => {
      const form = new FormData()
      for (const [name, bytes, isFile] of entries)
        if (isFile) form.append(name, new File([bytes], 'a "file"; name="x".png'))
        else form.append(name, Buffer.from(bytes).toString('hex'))
      const request = new Request('http://shop', { method: 'POST', body: form })
      const [, boundary = ''] = /boundary=(.*)$/.exec(request.headers.get('content-type') ?? '') ?? []
      const parts = readForm(Buffer.from(await request.arrayBuffer()), boundary)
      assert.deepEqual(
        parts.map(({ field, isFile, content }) => [field, isFile, content.toString('hex')]),
        entries.map(([name, bytes, isFile]) => {
          const hex = Buffer.from(bytes).toString('hex')
          return [name, isFile, isFile ? hex : Buffer.from(hex).toString('hex')]
        }),
      )
    }),
  )
})

test('headers are accepted in any order and case, with and without quotes', () => {
  const forms = [
    `${named}; filename="x"`,
    'content-disposition:form-data;name=image;filename=x',
    `Content-Type: image/png\r\nCONTENT-DISPOSITION: Form-Data; filename*=UTF-8''x; name="image"`,
  ]
  for (const headers of forms)
    assert.deepEqual(read(`${part(headers)}--b--`), [{ field: 'image', isFile: true, content: 'c' }], headers)
  assert.deepEqual(read(`${part(named)}--b--\r\n`), [{ field: 'image', isFile: false, content: 'c' }])
  assert.deepEqual(read('--b--\r\n'), [])
  assert.deepEqual(read(`${part(named, 'a--b\r\n-\r\n--')}--b--`)[0]?.content, 'a--b\r\n-\r\n--')
})

test('a malformed form is refused with a reason', () => {
  const cases: [string, RegExp][] = [
    ['', /cannot be read/],
    ['nonsense', /cannot be read/],
    ['--b', /cannot be read/],
    ['--b\r\n', /cannot be read/],
    [`--b\r\n${named}`, /cannot be read/],
    [part(named), /cannot be read/],
    [`${part(named)}--c--`, /cannot be read/],
    [`--b\n${named}\n\nc\n--b--`, /cannot be read/],
    [`${part('Content-Type: text/plain')}--b--`, /cannot be read/],
    [`${part('Content-Disposition: attachment; name="image"')}--b--`, /cannot be read/],
    [`${part(`${named}; name="other"`)}--b--`, /cannot be read/],
    [`${part(`${named} filename="x"`)}--b--`, /cannot be read/],
    [`${part(`${named}; filename="x`)}--b--`, /cannot be read/],
    [`${part(named).repeat(bounds.formParts + 1)}--b--`, /too many parts/],
    [`${part(`${named}\r\na: ${'b'.repeat(bounds.formHeaderBytes)}`)}--b--`, /too many headers/],
  ]
  for (const [form, message] of cases)
    assert.throws(
      () => read(form),
      (error: unknown) => error instanceof FormFault && message.test(error.message),
      form.slice(0, 80),
    )
  assert.equal(read(`${part(named).repeat(bounds.formParts)}--b--`).length, bounds.formParts)
  const longest = `${named}\r\na: ${'b'.repeat(bounds.formHeaderBytes - named.length - 5)}`
  assert.equal(read(`${part(longest)}--b--`).length, 1)
})
