import assert from 'node:assert/strict'
import { namedCalls } from '#contract/index.ts'
import { onSqlite } from '../../../../tests/helpers/shop.ts'

type Operation = { operationId: string; parameters: { name: string; in: string }[] }

/** Fails if two calls share a name, or if a path and its parameters do not match: tools refuse such a description. */
onSqlite('every call is described once, with a unique name and the parameters of its path', async shop => {
  const { paths } = (await shop.call({ url: '/api/openapi.json' })).json<{
    paths: Record<string, Record<string, Operation>>
  }>()
  const operations = Object.values(paths).flatMap(path => Object.values(path))
  assert.deepEqual(
    operations.map(({ operationId }) => operationId).sort(),
    namedCalls.map(({ noun, verb }) => `${noun}.${verb}`).sort(),
  )
  const nameless = Object.keys(paths).map(path => path.replace(/\{\w+\}/g, '{}'))
  assert.equal(new Set(nameless).size, nameless.length)
  for (const [path, methods] of Object.entries(paths))
    for (const { operationId, parameters } of Object.values(methods))
      assert.deepEqual(
        parameters.filter(parameter => parameter.in === 'path').map(({ name }) => `{${name}}`),
        path.match(/\{\w+\}/g) ?? [],
        operationId,
      )
})

onSqlite('/api shows the same as a page without scripts', async shop => {
  const { headers, body } = await shop.call({ url: '/api', headers: { 'accept-encoding': 'identity' } })
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  for (const { call } of namedCalls) assert.ok(body.includes(`${call.method} /api${call.path}<`), call.path)
  assert.match(body, /POST \/api\/booking<.*?itemId: string.*?quantity: integer/)
  assert.match(body, /tracking: string \| null/)
  assert.doesNotMatch(body, /<script/)
  assert.doesNotMatch(String(headers['content-security-policy']), /unsafe/)
  const again = await shop.call({ url: '/api', headers: { 'if-none-match': String(headers.etag) } })
  assert.equal(again.statusCode, 304)
})
