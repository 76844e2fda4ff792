import assert from 'node:assert/strict'
import { test } from 'vitest'
import { trackingUrl } from './tracking.ts'

test('a number of a known carrier, and an address, lead to a tracking page', () => {
  assert.equal(trackingUrl('UPS', '1Z999'), 'https://www.ups.com/track?tracknum=1Z999')
  assert.equal(
    trackingUrl('La Poste', ' 6A 123 '),
    'https://www.laposte.fr/outils/suivre-vos-envois?code=6A%20123',
  )
  assert.equal(trackingUrl('', 'https://post.example/t?n=1'), 'https://post.example/t?n=1')
})

/** Fails if the shop's page links to a script, or to a number that is none. */
test('everything else leads nowhere', () => {
  for (const [carrier, tracking] of [
    ['Bicycle', '1Z999'],
    ['UPS', ''],
    ['UPS', 'see "mail"'],
    ['UPS', 'javascript:alert(1)'],
    ['UPS', 'javascript://post.example/%0aalert(1)'],
    ['', 'ftp://post.example/t'],
    ['', 'https://a b'],
    ['constructor', '1Z999'],
  ] as const)
    assert.equal(trackingUrl(carrier, tracking), undefined)
})
