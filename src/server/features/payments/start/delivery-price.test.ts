import assert from 'node:assert/strict'
import { withCards } from '../../../../../tests/helpers/card-shop.ts'
import { changeContent } from '../../../../../tests/helpers/content.ts'
import { fillBag, start } from '../../../../../tests/helpers/pay-together.ts'

/** Fails if a page that came with an older price cannot learn the one that is charged. */
withCards('whoever starts a payment hears what delivery costs now', async shop => {
  const { ann, ids } = await fillBag(shop, 2)
  const told = async () => {
    const { amount, delivery, deliveryPrice } = (await start(ann, ids)).json()
    return { amount, delivery, deliveryPrice }
  }
  assert.deepEqual(await told(), { amount: 60, delivery: 0, deliveryPrice: null })
  for (const [deliveryPrice, delivery] of [
    [{ price: 4.9, freeFrom: null }, 4.9],
    [{ price: 4.9, freeFrom: 60 }, 0],
  ] as const) {
    await changeContent(shop, { deliveryPrice })
    assert.deepEqual(await told(), { amount: 60 + delivery, delivery, deliveryPrice })
  }
})
