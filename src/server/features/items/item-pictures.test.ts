import assert from 'node:assert/strict'
import { newAdmin, onBothEngines } from '../../../../tests/helpers/shop.ts'

/** Fails if only items on sale have a picture: older orders would lose theirs. */
onBothEngines('pictures are found by item id, also for a removed item', async shop => {
  const [admin, ann] = [await newAdmin(shop), await shop.customer()]
  const [tray, lamp] = [await shop.item(), await shop.item()]
  await admin.call('DELETE', `/api/item/${lamp._id}`)
  const ask = async (ids: string) => await ann.call('GET', `/api/itemPictures${ids}`)
  const pictures = (await ask(`?ids=${tray._id},${lamp._id}`)).json<{ itemId: string; photoUrl: string }[]>()
  assert.deepEqual(
    new Map(pictures.map(({ itemId, photoUrl }) => [itemId, photoUrl])),
    new Map([
      [tray._id, tray.photoUrl],
      [lamp._id, lamp.photoUrl],
    ]),
  )
  assert.deepEqual((await ask('')).json(), [])
  assert.equal((await ask(`?ids=${Array(201).fill(tray._id)}`)).statusCode, 400)
  assert.equal((await ask('?ids=x')).statusCode, 400)
})
