import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { plainOf } from './nginx.ts'

test('what is measured is the example that people copy, without its TLS', async () => {
  const example = await readFile(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
  const plain = plainOf(example, { port: 8080, shopUrl: 'http://127.0.0.1:4711', folder: '/tmp/x' })
  assert.deepEqual(plain.match(/listen .*/g), ['listen 127.0.0.1:8080;'])
  assert.match(plain, /server 127\.0\.0\.1:4711 max_fails=0;/)
  assert.match(plain, /proxy_cache_path \/tmp\/x\/copies /)
  assert.doesNotMatch(plain, /ssl|letsencrypt/)
  // What would give copies to whoever is signed in, or keep them for longer than the shop allows.
  assert.match(plain, /proxy_cache_bypass \$http_authorization \$http_cookie;/)
  assert.match(plain, /proxy_no_cache \$http_authorization \$http_cookie;/)
  assert.doesNotMatch(plain, /^\s*proxy_(cache_valid|cache_use_stale|ignore_headers)/m)
  assert.throws(() => plainOf(plain, { port: 1, shopUrl: 'http://a', folder: '/tmp/x' }), /no .* any more/)
})
