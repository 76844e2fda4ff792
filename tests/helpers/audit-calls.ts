import { contract } from '#contract/index.ts'
import type { SavedVersion } from '#contract/shop-content.ts'
import type { CardShop } from './card-shop.ts'
import type { Customer } from './customers.ts'
import type { Ask } from './item-calls.ts'
import { placePaidOrder } from './paying.ts'
import { pictureForm } from './picture-form.ts'

export async function auditCalls(ask: Ask, admin: Customer): Promise<void> {
  const [, last] = Object.values((await ask(admin, contract.audit.list)) as Record<string, { _id: string }>)
  for (const search of [
    '',
    '&search=signed',
    '&search=customer',
    '&search=127.0.0.1',
    '&search=T-1001',
    '&search=1001',
    '&search=tray',
  ])
    for (const page of ['', `&after=${last?._id}`])
      for (const days of ['', '&from=2026-01-01&to=2030-01-01'])
        await ask(admin, contract.audit.list, { query: `?limit=50${search}${page}${days}` })
  await ask(admin, contract.audit.export, { query: '?search=signed' })
}

export async function contentCalls(ask: Ask, admin: Customer): Promise<void> {
  const { content, version } = (await ask(admin, contract.content.read)) as SavedVersion
  await ask(admin, contract.content.save, { body: { content: { ...content, name: 'Atelier' }, version } })
  await ask(admin, contract.content.undo, { body: { version: version + 1 } })
  const { addPicture, addVideo, addCaptions } = contract.contentFiles
  const { headers, payload } = await pictureForm()
  await ask(admin, addPicture, { headers, body: payload })
  for (const [call, type, begin] of [
    [addVideo, 'video/mp4', '\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41'],
    [addCaptions, 'text/vtt', 'WEBVTT\n'],
  ] as const)
    await ask(admin, call, { headers: { 'content-type': type }, body: Buffer.from(begin, 'latin1') })
}

/** Exports and erases the data of a customer who has paid, received a parcel and written a review. */
export async function ownDataCalls(shop: CardShop, ask: Ask, admin: Customer): Promise<void> {
  const { ann, order } = await placePaidOrder(shop)
  await ask(admin, contract.orders.send, { body: { orders: [{ id: order._id }] } })
  await ask(ann, contract.reviews.write, { body: { name: 'Ann', comment: 'Good', starRating: 5 } })
  await ask(ann, contract.ownData.export)
  await ask(ann, contract.ownData.erase, { body: {} })
}
