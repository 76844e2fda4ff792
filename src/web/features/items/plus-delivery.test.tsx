import assert from 'node:assert/strict'
import { test } from 'vitest'
import { charging } from '../../../../tests/helpers/web/charging.ts'
import { json } from '../../../../tests/helpers/web/network.ts'
import { ann, as, tray } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const aboutDelivery = (page: Visit, where: string) =>
  page.words(`${where} p`).filter(words => /^Plus .+ delivery|^Free delivery/.test(words))

/** The item costs $1.10, and three of them $3.30. */
for (const [deliveryPrice, beforeOrdering, forThree] of [
  [{ price: 4.9, freeFrom: null }, ['Plus $4.90 delivery'], ['Plus $4.90 delivery']],
  [
    { price: 4, freeFrom: 3.31 },
    ['Plus $4 delivery, free from $3.31'],
    ['Plus $4 delivery, free from $3.31'],
  ],
  [{ price: 4, freeFrom: 3.3 }, ['Plus $4 delivery, free from $3.30'], ['Free delivery']],
  [{ price: 4, freeFrom: 1.1 }, ['Free delivery'], ['Free delivery']],
  [null, [], []],
] as const) {
  test(`if delivery costs ${JSON.stringify(deliveryPrice)}, the page of an item says '${beforeOrdering}' and for three '${forThree}'`, async t => {
    const net = as(ann).on(`GET /api/items/${tray._id}`, () => json(tray))
    const page = await visit(t, `/items/${tray._id}`, net, charging(deliveryPrice))
    await page.until(() => page.control('ORDER NOW'))
    const [head, form] = ['.item-side > :first-child', '.item-order']
    assert.deepEqual(aboutDelivery(page, head), beforeOrdering)
    await page.fill({ Quantity: '3' })
    assert.deepEqual(aboutDelivery(page, form), forThree)
    assert.deepEqual(aboutDelivery(page, head), beforeOrdering)
    assert.match(page.words('.order-total')[0] ?? '', /\$3\.30$/, 'the total is price times quantity')
  })
}
