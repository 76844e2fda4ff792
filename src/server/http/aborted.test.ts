import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { eventually } from '../../../tests/helpers/card-shop.ts'
import { onSqlite } from '../../../tests/helpers/shop.ts'
import { buildApp } from '../app.ts'

const head =
  'POST /api/auth/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"email":'

/** If every ECONNRESET is an outage (db/engine/faults.ts), the log says that the database cannot be reached. */
onSqlite('a visitor who hangs up during a request causes no error', async shop => {
  const app = buildApp(shop.deps)
  const complaints: string[] = []
  const seen: number[] = []
  app.addHook('onRequest', async ({ log }) => {
    const note = (_: object, sentence: string) => void complaints.push(sentence)
    Object.assign(log, { error: note, warn: note })
  })
  app.addHook('onError', async (_request, reply) => void seen.push(reply.statusCode))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  for (const hangUp of ['end', 'resetAndDestroy'] as const) {
    const socket = connect(port, '127.0.0.1')
    socket.write(head)
    await once(app.server, 'request')
    const before = seen.length
    socket[hangUp]()
    await eventually(async () => seen.length > before, 'the shop to notice')
  }
  await app.close()
  assert.deepEqual(complaints, [])
})
