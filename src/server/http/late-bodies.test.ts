import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Customer } from '../../../tests/helpers/customers.ts'
import { newAdmin, onBothEngines, type TestShop } from '../../../tests/helpers/shop.ts'
import type {} from '../limits/overload.ts'
import * as sessions from '../store/sessions.ts'
import * as users from '../store/users.ts'

/** Sends the headers and the beginning of a body, and the rest after the shop has changed. */
async function late(
  shop: TestShop,
  { token }: Customer,
  [method, path]: [string, string],
  change: () => Promise<unknown>,
): Promise<number | undefined> {
  const seen = once(shop.app.server, 'request')
  const { port } = shop.app.server.address() as AddressInfo
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': 6,
  }
  const asked = request({ port, method, path: encodeURI(path), headers })
  asked.flushHeaders()
  await seen
  // A response to a later request proves that the shop has read these headers.
  await fetch(`http://127.0.0.1:${port}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })
  await change()
  asked.end('{}    ')
  const [answer] = await once(asked, 'response')
  answer.resume()
  return answer.statusCode
}

onBothEngines('a user who loses role or session while the body arrives is refused', async shop => {
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { db } = shop.deps
  const [admin, other] = [await newAdmin(shop), await shop.customer()]
  const promote: [string, string] = ['PUT', `/api/adminUser/${other.email}`]
  const idOf = async ({ email }: Customer) => (await users.findByEmail(db.read, email))?.id ?? ''
  const demoted = await late(shop, admin, promote, async () => {
    const id = await idOf(admin)
    await db.write(tx => tx.updateTable('users').set({ admin_since: null }).where('id', '=', id).execute())
  })
  assert.equal(demoted, 403)
  const signedOut = await late(shop, other, ['PUT', '/api/auth/name'], async () => {
    const id = await idOf(other)
    await db.write(tx => sessions.endAll(tx, id))
  })
  assert.equal(signedOut, 401)
  const user = await users.findByEmail(db.read, other.email)
  assert.equal(user?.admin_since, null)
})

/** The session is checked a second time only after waiting for a body. */
onBothEngines('the session is looked up once if the body came with the headers', async shop => {
  const waited: boolean[] = []
  shop.app.addHook('preHandler', async ({ method, arrivedLate }) => {
    if (method === 'PUT') waited.push(arrivedLate)
  })
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const other = await shop.customer()
  waited.length = 0
  const body = JSON.stringify({ name: 'Pal' })
  const headers = [
    `PUT /api/auth/name HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${other.token}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    'connection: close',
  ]
  const socket = connect(port, '127.0.0.1')
  socket.write([...headers, '', body].join('\r\n'))
  const answer = String(await buffer(socket))
  assert.match(answer, /^HTTP\/1.1 200 /, answer)
  assert.deepEqual(waited, [false])
  await late(shop, other, ['PUT', '/api/auth/name'], async () => undefined)
  assert.deepEqual(waited, [false, true])
})
