import assert from 'node:assert/strict'
import { onSqlite } from '../../../../tests/helpers/shop.ts'

onSqlite('the API describes itself from the contract', async shop => {
  const api = (await shop.call({ url: '/api/openapi.json' })).json()
  assert.equal(api.openapi, '3.1.0')
  const place = api.paths['/booking'].post
  assert.equal(place['x-who'], 'user')
  assert.deepEqual(place.requestBody.content['application/json'].schema.required.length, 8)
  assert.equal(place.requestBody.content['application/json'].schema.additionalProperties, false)
  assert.ok(place.parameters.some((parameter: { name: string }) => parameter.name === 'Idempotency-Key'))
  assert.ok(place.responses['201'])
})
