import type { ManagedItem } from '../../../src/contract/managed-items.ts'
import { type Asked, json, type Network } from './network.ts'
import { ada, as, managedTray, tray } from './test-data.ts'

/** The calls about the tray, as admins make them. */
export const managed = {
  one: `GET /api/item/${tray._id}`,
  change: `PATCH /api/item/${tray._id}`,
  changeStock: `POST /api/item/${tray._id}/stock`,
  ledger: `GET /api/item/${tray._id}/stock`,
  bringBack: `PUT /api/item/${tray._id}/removed`,
} as const

export const panelAddress = `/dashboard/manageItems?item=${tray._id}`

const broken = {
  _id: '0199a000-0000-7000-8000-333300000001',
  at: '2026-11-15T09:30:00.000Z',
  change: -3,
  reason: 'Broken',
  by: ada.email,
}
const opening = { ...broken, _id: tray._id, change: 20, reason: 'Opening stock', by: null }

/** A shop with one item that is changed as it is asked to. */
export function withTray(item: ManagedItem = managedTray): Network {
  let kept = item
  return as(ada)
    .on(managed.one, () => json(kept))
    .on(managed.ledger, () => json([broken, opening]))
    .on(managed.change, ({ body }: Asked) => {
      const { version, ...changes } = body as { version: number }
      kept = { ...kept, ...changes, version: version + 1 }
      return json(kept)
    })
}
