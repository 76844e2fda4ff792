import { isDeepStrictEqual } from 'node:util'
import { emptyContent, type ShopContent, unnamed } from '#contract/shop-content.ts'
import type { Caller } from '#domain/access.ts'
import type { OpeningFacts } from '#domain/opening-day.ts'
import type { Deps } from '../../deps.ts'
import { hasOrders } from '../../store/currency.ts'
import * as factors from '../../store/factors.ts'
import * as items from '../../store/items.ts'
import * as openingDay from '../../store/opening-day.ts'
import * as shopContent from '../../store/shop-content.ts'

/** Looks everything up, so that no line can be done in the list and undone in the shop. */
export async function findFacts(deps: Deps, { userId }: Caller): Promise<OpeningFacts> {
  const { config, db } = deps
  const kept = await openingDay.read(db.read)
  const { version, content } = await shopContent.readSaved(db.read, deps.now())
  return {
    isNamed: version > 1 && content.name !== unnamed,
    hasAddress: content.address.trim() !== '',
    hasTerms: hasTerms(content) || (await hasOrders(db.read)),
    hasItem: (await items.listIds(db.read, 1)).length > 0,
    cards: cardsOf(deps, kept.webhook_heard_at !== null),
    mail: !deps.mail ? 'off' : config.lacksSender ? 'no_sender' : 'on',
    backup: backupOf(deps, kept),
    hasFooterLinks: content.columns.some(({ links }) => links.length > 0),
    hasSecondFactor: await factors.hasStrong(db.read, userId),
    publicUrl: config.publicUrl ?? null,
  }
}

/** What the section Selling of the owner's panel is about. Whoever has saved something there has seen the currency and the tax. */
const terms = ['currency', 'taxRates', 'taxNote', 'deliveryPrice', 'vouchers', 'transfer'] as const

const hasTerms = (content: ShopContent): boolean => {
  const atFirst = emptyContent('')
  return terms.some(key => !isDeepStrictEqual(content[key], atFirst[key]))
}

function cardsOf({ cards, config }: Deps, isHeard: boolean): OpeningFacts['cards'] {
  if (!cards) return 'off'
  if (config.hasTestKeys) return 'test'
  return isHeard ? 'on' : 'unheard'
}

interface KeptBackup {
  backup_at: number | null
  backup_to: string | null
}

/** A continuous backup is newer than any file. */
function backupOf({ backup, now }: Deps, { backup_at, backup_to }: KeptBackup): OpeningFacts['backup'] {
  const state = backup?.state()
  if (state) {
    const at = new Date(now() - state.behindSeconds * 1000).toISOString()
    return { to: state.place, at, problem: state.problem ?? null }
  }
  if (backup_at === null || backup_to === null) return null
  return { to: backup_to, at: new Date(backup_at).toISOString(), problem: null }
}
