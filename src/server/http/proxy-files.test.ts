import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'vitest'
import { maxVideoBytes } from '#contract/content-files.ts'
import { maxFileBytes } from '#contract/endpoint.ts'
import { maxPictureBytes } from '#contract/pictures.ts'

const read = (name: string) => readFile(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8')

const units: Readonly<Record<string, number>> = { m: 2 ** 20, MiB: 2 ** 20, MB: 10 ** 6 }

/** A form adds some bytes to its picture, and a proxy counts them too. */
const around = 64 * 1024

/** In 6ceb9a3 both refused more than 11 MB, while a file of items may have 16. */
test('the shipped proxy configurations allow the largest body of the shop, and not much more', async () => {
  const largest = Math.max(maxFileBytes, maxPictureBytes, maxVideoBytes) + around
  for (const [name, pattern] of [
    ['nginx.conf', /client_max_body_size (\d+)(m);/],
    ['Caddyfile', /max_size (\d+)(MiB|MB)/],
  ] as const) {
    const [, count, unit = ''] = pattern.exec(await read(name)) ?? []
    const allowed = Number(count) * (units[unit] ?? 0)
    assert.ok(allowed >= largest, `${name} lets ${allowed} bytes through, the shop takes ${largest}`)
    assert.ok(allowed <= 2 * largest, name)
  }
})

/** In 6ceb9a3 they had no max_fails: one refused connection disables a shop for ten seconds, and an update disables all. */
test('nginx does not disable a shop after one refused connection, and does not wait for one that is gone', async () => {
  const file = await read('nginx.conf')
  const shops = [...file.matchAll(/^ +(?:# )?server [\d.]+:3000(.*);$/gm)].map(([, options]) =>
    options?.trim(),
  )
  assert.deepEqual(shops, ['max_fails=0', 'max_fails=0', 'max_fails=0'])
  assert.match(file, /^ +proxy_connect_timeout 2s;$/m)
})
