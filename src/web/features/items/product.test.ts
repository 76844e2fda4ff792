import assert from 'node:assert/strict'
import { test } from 'vitest'
import { offerOf } from '#domain/stock.ts'
import { tray } from '../../../../tests/helpers/web/test-data.ts'
import { productOf } from './product.ts'

const absolute = (path: string) => `https://shop.example${path}`

test('search engines see an item as available only if the minimum quantity is in stock', () => {
  const availability = (availableQuantity: number) =>
    productOf(offerOf({ ...tray, availableQuantity }), absolute).offers.availability
  assert.equal(availability(tray.mustQuantity), 'https://schema.org/InStock')
  assert.equal(availability(tray.mustQuantity - 1), 'https://schema.org/OutOfStock')
})

test('search engines read the price in the shop’s currency', () => {
  const { price, priceCurrency } = productOf(
    offerOf({ ...tray, price: 4.9, currency: 'EUR' }),
    absolute,
  ).offers
  assert.deepEqual([price, priceCurrency], [4.9, 'EUR'])
})

test('our own picture gets the shop’s origin, an external one keeps its URL', () => {
  assert.equal(productOf(offerOf(tray), absolute).image, absolute(tray.photoUrl))
  const photoUrl = 'https://example.com/x.webp'
  assert.equal(productOf(offerOf({ ...tray, photoUrl }), absolute).image, photoUrl)
})
