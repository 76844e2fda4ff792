import type { ManagedItem } from '../../../src/contract/managed-items.ts'
import { json, type Network, type RecordedCall } from './network.ts'
import { ada, as, managedTray, tray } from './test-data.ts'

/** The admin calls about the tray. */
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

/** A shop with one item, which stores the changes that the page sends. */
export function withTray(item: ManagedItem = managedTray): Network {
  let stored = item
  return as(ada)
    .on(managed.one, () => json(stored))
    .on(managed.ledger, () => json([broken, opening]))
    .on(managed.change, ({ body }: RecordedCall) => {
      const { version, ...changes } = body as { version: number }
      stored = { ...stored, ...changes, version: version + 1 }
      return json(stored)
    })
}
