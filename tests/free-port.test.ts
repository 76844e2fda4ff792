import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'vitest'
import { freePort, isFree } from './helpers/free-port.ts'

test('a free port is never an ephemeral port', async () => {
  for (let count = 0; count < 100; count++) assert.ok((await freePort()) < 32_768)
})

test('a port is free until a server listens on it', async () => {
  const port = await freePort()
  assert.equal(await isFree(port), true)
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  assert.equal(await isFree(port), false)
  server.close()
})
