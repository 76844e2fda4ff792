import type { Changes } from './changes.ts'

/** What a transaction has changed. */
export type Changed = Pick<Changes, 'tables' | 'items' | 'withdraws'>

/** Tables of which answers are kept. Changes of all others are nobody's news. */
export type KeptTable = 'items' | 'reviews' | 'users'

const kept = new Set<string>(['items', 'reviews', 'users'] satisfies KeptTable[])

/** PostgreSQL carries at most 8,000 bytes; an id has 36. */
const mostItems = 150

/** Changes that are waiting to be told, as one. */
export class News {
  #waiting: Changed | undefined

  add({ tables, items, withdraws }: Changed): void {
    const told = [...tables].filter(table => kept.has(table))
    if (told.length === 0) return
    const before = this.#waiting ?? { tables: new Set(), items: new Set(), withdraws: false }
    const isAny = items === 'any' || before.items === 'any' || items.size + before.items.size > mostItems
    this.#waiting = {
      tables: new Set([...before.tables, ...told]),
      items: isAny ? 'any' : new Set([...before.items, ...items]),
      withdraws: before.withdraws || withdraws,
    }
  }

  /** All that is waiting, as a message of this sender's; undefined when nothing is. */
  take(sender: string): string | undefined {
    const waiting = this.#waiting
    if (!waiting) return undefined
    this.#waiting = undefined
    const { tables, items, withdraws } = waiting
    return JSON.stringify({
      sender,
      tables: [...tables],
      items: items === 'any' ? items : [...items],
      withdraws,
    })
  }
}

/** What another process tells; undefined for our own words. What nobody understands may mean anything. */
export function newsIn(message: string, self: string): Changed | undefined {
  try {
    const { sender, tables, items, withdraws } = JSON.parse(message)
    if (sender === self) return undefined
    const isAny = items === 'any'
    if (Array.isArray(tables) && (isAny || Array.isArray(items)))
      return { tables: new Set(tables), items: isAny ? 'any' : new Set(items), withdraws }
  } catch {
    // Not even JSON.
  }
  return { tables: kept, items: 'any', withdraws: true }
}
