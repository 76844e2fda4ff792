import { isDeepStrictEqual } from 'node:util'
import type { ContentVersion, SavedVersion, ShopContent } from '#contract/shop-content.ts'
import type { Actor } from '#domain/audit.ts'
import { dayOverRefusal } from '#domain/closed.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import * as audit from '../../store/audit.ts'
import * as shopContent from '../../store/shop-content.ts'
import { rememberedMode } from '../../store/shop-mode.ts'
import { changeCurrency } from './change-currency.ts'
import { refuseUsedRates } from './change-tax-rates.ts'
import { refuseLeavingOut } from './demo-sections.ts'

/**
 * Saves a new version, unless somebody else has saved one meanwhile. Saving again what is there already, because the
 * answer was lost, changes nothing.
 */
export const saveContent = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Actor,
  { version, content }: ContentVersion,
): Promise<SavedVersion> =>
  db.write(async tx => {
    const before = await shopContent.readSaved(tx, now())
    if (!isDeepStrictEqual(before.content, content))
      await put(tx, caller, { seen: version, before, content, now: now() })
    return shopContent.readSaved(tx, now())
  })

/** Saves what an admin has typed. A file may be older than the day until which its shop was closed; an admin may not. */
export async function saveEdited(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  caller: Actor,
  edited: ContentVersion,
): Promise<SavedVersion> {
  const now = deps.now()
  const { version, content } = await shopContent.readSaved(deps.db.read, now)
  const refusal = dayOverRefusal(content.closed, edited.content.closed, now, deps.config.timeZone)
  // An older form may have a day that somebody else has taken out, and is told of that instead.
  if (refusal && edited.version === version) throw refusal
  return saveContent(deps, caller, edited)
}

/** Saves the version before the one that the admin has seen. Asking again, because the answer was lost, changes nothing. */
export const undoContent = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Actor,
  version: number,
): Promise<SavedVersion> =>
  db.write(async tx => {
    const before = await shopContent.readSaved(tx, now())
    // Its pictures may be gone.
    if (version > 1 && version === before.version && !before.canUndo)
      throw new Refusal('not_found', 'The last save is more than 30 days old and can no longer be undone.')
    const content = await shopContent.contentOf(tx, version - 1)
    if (!content) throw new Refusal('not_found', 'There is no earlier version.')
    if (version + 1 === before.version && isDeepStrictEqual(before.content, content)) return before
    await put(tx, caller, { seen: version, before, content, now: now() })
    return shopContent.readSaved(tx, now())
  })

interface Change {
  /** The version that the admin has looked at. */
  seen: number
  before: SavedVersion
  content: ShopContent
  now: number
}

async function put(tx: Writing, caller: Actor, { seen, before, content, now }: Change): Promise<void> {
  if ((await rememberedMode(tx)) === 'demo') refuseLeavingOut(before.content, content)
  if (content.currency !== before.content.currency)
    await changeCurrency(tx, before.content.currency, content.currency)
  if (!isDeepStrictEqual(content.taxRates, before.content.taxRates))
    await refuseUsedRates(tx, content.taxRates)
  const next = { version: seen + 1, content, savedBy: caller.userId, now }
  if (seen !== before.version || !(await shopContent.add(tx, next))) throw changedMeanwhile(before)
  const changed = Object.keys(content).filter(
    key => !isDeepStrictEqual(before.content[key as keyof ShopContent], content[key as keyof ShopContent]),
  )
  await audit.note(tx, caller, 'content_changed', { version: next.version, changed }, now)
}

const changedMeanwhile = ({ version, savedBy }: SavedVersion) =>
  new Refusal(
    'changed_meanwhile',
    `${savedBy ?? 'Someone else'} has saved these texts in the meantime. Reload to see the current version.`,
    { facts: { version } },
  )
