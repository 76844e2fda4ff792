import assert from 'node:assert/strict'
import { test } from 'vitest'
import { browserName } from './browser-name.ts'

const mozilla = 'Mozilla/5.0'

for (const [userAgent, name] of [
  [`${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Linux'],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36 Edg/149.0.0.0`,
    'Edge on Windows',
  ],
  [
    `${mozilla} (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15`,
    'Safari on macOS',
  ],
  ['curl/8.14.1', 'A program'],
  ['', 'A program'],
] as const) {
  test(`${userAgent || 'no header'} is called ${name}`, () => assert.equal(browserName(userAgent), name))
}

test('a missing header is called a program', () => assert.equal(browserName(), 'A program'))
