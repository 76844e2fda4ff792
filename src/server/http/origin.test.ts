import assert from 'node:assert/strict'
import type { FastifyRequest } from 'fastify'
import { test } from 'vitest'
import { foreignOrigin, isLoopbackUrl, ownOrigin } from './origin.ts'

const asked = (host: string, origin?: string, method = 'POST') =>
  ({ method, headers: { host, ...(origin !== undefined && { origin }) } }) as FastifyRequest

const publicUrl = 'https://shop.example'

/** Fails if the origin is compared by its prefix, or by its host alone. */
test('changes are accepted only from the exact origin of the shop', () => {
  const refused = (origin: string, host = 'localhost:3000', own?: string) =>
    foreignOrigin(asked(host, origin), own)?.code
  assert.equal(refused('http://localhost:3000'), undefined)
  assert.equal(refused(publicUrl, 'shop.example', publicUrl), undefined)
  for (const origin of [
    'http://localhost:30001',
    'http://localhost:300',
    'http://localhost',
    'http://localhost:3000.evil.example',
    'http://localhost:3000@evil.example',
    'https://localhost:3000',
    'http://127.0.0.1:3000',
    'http://evil.example/http://localhost:3000',
    '',
    'null',
  ])
    assert.equal(refused(origin), 'foreign_origin', origin)
  for (const origin of [
    'https://shop.example.evil.example',
    'https://shop.example:8443',
    'https://evil-shop.example',
    'http://shop.example',
    'https://shop.exampl',
  ])
    assert.equal(refused(origin, 'shop.example', publicUrl), 'foreign_origin', origin)
})

test('reads, and clients that are not browsers, need no origin', () => {
  assert.equal(foreignOrigin(asked('localhost:3000'), undefined), undefined)
  for (const method of ['GET', 'HEAD'])
    assert.equal(foreignOrigin(asked('localhost:3000', 'https://evil.example', method), undefined), undefined)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    assert.ok(foreignOrigin(asked('localhost:3000', 'https://evil.example', method), undefined), method)
})

/** Fails if 'localhost.evil.example', or a foreign Host header, counts as this machine. */
test('without a public address only loopback addresses are accepted', () => {
  assert.equal(ownOrigin(asked('localhost:3000'), undefined), 'http://localhost:3000')
  assert.equal(ownOrigin(asked('[::1]:3000'), undefined), 'http://[::1]:3000')
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '', 'local host'])
    assert.equal(ownOrigin(asked(host), undefined), undefined, host)
  assert.equal(ownOrigin(asked('evil.example'), publicUrl), publicUrl)
  assert.deepEqual(
    ['http://127.0.0.1:3000', 'http://[::1]', 'http://localhost.evil.example', 'nothing'].map(isLoopbackUrl),
    [true, true, false, false],
  )
})
