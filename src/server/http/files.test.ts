import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { maxFileBytes } from '#contract/endpoint.ts'
import { theShop } from '#domain/audit.ts'
import type { Customer } from '../../../tests/helpers/customers.ts'
import { fileOf, importFile, newItemLine } from '../../../tests/helpers/item-file.ts'
import { newAdmin, onSqlite } from '../../../tests/helpers/shop.ts'
import { buildApp } from '../app.ts'
import { csvFile } from '../csv/csv-file.ts'
import * as audit from '../store/audit.ts'
import { sendFile } from './files.ts'
import { openApi } from './openapi.ts'

onSqlite('a file is accepted as text/csv, and only by calls that expect one', async shop => {
  const admin = await newAdmin(shop)
  const post = async (path: string, type: string, body: Buffer) => {
    const answer = await admin.call('POST', path, body, { 'content-type': type })
    return [answer.statusCode, answer.json().detail]
  }
  const file = Buffer.from(fileOf(newItemLine('Spoon')))
  const asItIs = [415, 'Send the file as it is (content type text/csv).']
  for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain'])
    assert.deepEqual(await post('/api/items.csv', type, Buffer.from('""')), asItIs, type)
  assert.deepEqual(
    [415, 'Send JSON (content type application/json).'],
    await post('/api/addItem', 'text/csv', file),
  )
  assert.deepEqual(
    [415, 'Send the picture as a form (multipart/form-data).'],
    await post('/api/images', 'text/csv', file),
  )
  assert.equal((await admin.call('POST', '/api/items.csv')).statusCode, 415)
  const [status] = await post('/api/items.csv', 'text/csv; charset=utf-8', file)
  assert.equal(status, 200)
})

onSqlite('a file that is too large is refused as too large', async shop => {
  const admin = await newAdmin(shop)
  const answer = await importFile(admin, Buffer.alloc(maxFileBytes + 1, 'x'))
  assert.deepEqual(
    [answer.statusCode, answer.json().detail],
    [413, 'This file is too large. It can be at most 16 MB.'],
  )
  assert.equal((await importFile(admin, Buffer.alloc(maxFileBytes, '\n'))).statusCode, 400)
})

/** Fails if a HEAD request reads the file: all of it would be read and thrown away. */
onSqlite('a file is sent with its type; a HEAD request does not read it', async shop => {
  const admin = await newAdmin(shop)
  for (const path of ['/api/items.csv', '/api/booking.csv']) {
    const { headers } = await admin.call('GET', path)
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
    assert.match(String(headers['content-disposition']), /^attachment; filename="\w+\.csv"$/)
    assert.equal(headers['cache-control'], 'no-store')
  }
  const app = buildApp(shop.deps)
  let pages = 0
  const file = csvFile({
    columns: ['_id'],
    cellsOf: () => [],
    read: async () => {
      pages++
      return []
    },
  })
  app.get('/api/file', { config: { access: 'anyone' } }, async (_, reply) =>
    sendFile(reply, 'text/csv', file),
  )
  const head = await app.inject({ method: 'HEAD', url: '/api/file' })
  assert.deepEqual([head.statusCode, head.headers['content-type']], [200, 'text/csv; charset=utf-8'])
  assert.deepEqual([file.destroyed, pages], [true, 0])
  await app.close()
})

onSqlite('a file stops being read when the client hangs up', async shop => {
  const app = buildApp(shop.deps)
  const read = async () => Array.from({ length: 200 }, () => ({ _id: 'x'.repeat(1000) }))
  const file = csvFile({ columns: ['_id'], cellsOf: ({ _id }) => [_id], read })
  app.get('/api/endless', { config: { access: 'anyone' } }, async (_, reply) =>
    sendFile(reply, 'text/csv', file),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const closed = once(file, 'close')
  const { port } = app.server.address() as AddressInfo
  const reader = connect(port, '127.0.0.1')
  reader.write('GET /api/endless HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(reader, 'data')
  reader.destroy()
  await closed
  await app.close()
})

onSqlite('the API description includes files', async () => {
  const { paths } = openApi('Shop') as { paths: Record<string, Record<string, never>> }
  const file = { 'text/csv': { schema: { type: 'string', format: 'binary' } } }
  const { get, post } = paths['/items.csv'] as unknown as Record<string, Record<string, object>>
  const problem = { $ref: '#/components/responses/Problem' }
  assert.deepEqual(get?.responses, {
    200: { description: 'Done', content: file },
    '4XX': problem,
    '5XX': problem,
  })
  assert.deepEqual(post?.requestBody, { required: true, content: file })
})

/** In 6ceb9a3 an export continued to its end, even after its admin had lost access. */
for (const [what, end] of [
  ['demoted', (admin: Customer, other: Customer) => other.call('DELETE', `/api/adminUser/${admin.email}`)],
  ['removed', (admin: Customer, other: Customer) => other.call('DELETE', `/api/user/${admin.email}`)],
  ['signed out', (admin: Customer) => admin.call('POST', '/api/auth/sign-out')],
] as const)
  onSqlite(`an export stops if its admin was ${what}`, async shop => {
    let lose: (() => Promise<unknown>) | undefined
    shop.app.addHook('onSend', async (_request, _reply, payload) => {
      const once = payload instanceof Readable ? lose : undefined
      lose = once ? undefined : lose
      return once ? Readable.from(afterFirst(payload as Readable, once)) : payload
    })
    const { db, now } = shop.deps
    await db.write(async tx => {
      for (let n = 0; n < 3000; n++)
        await audit.note(tx, theShop, 'item_removed', { item: `number ${n}` }, now())
    })
    const [admin, other] = [await newAdmin(shop), await newAdmin(shop)]
    lose = () => end(admin, other)
    await assert.rejects(admin.call('GET', '/api/audit.csv'), /destroyed/)
    const { body } = await other.call('GET', '/api/audit.csv')
    assert.match(body, /number 0"/, 'whoever still may gets all of it')
  })

async function* afterFirst(payload: Readable, then: () => Promise<unknown>): AsyncGenerator<unknown> {
  let parts = 0
  for await (const part of payload) {
    yield part
    if (++parts === 1) await then()
  }
}
