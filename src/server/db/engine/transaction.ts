import { Transaction } from 'kysely'

/** The items whose stock has changed, or everything that visitors see. */
export type CatalogueChange = ReadonlySet<string> | 'all'

/** A transaction that records changes of what visitors see; after the commit cached responses are dropped. */
export class ShopTransaction<Tables> extends Transaction<Tables> {
  readonly #items = new Set<string>()
  #isAll = false

  /** After the commit no cached response from before it is served. */
  catalogueChanged(): void {
    this.#isAll = true
  }

  /** After the commit the item shows it immediately, lists and pages within a second. */
  stockChanged(itemId: string): void {
    this.#items.add(itemId)
  }

  get catalogueChange(): CatalogueChange {
    return this.#isAll ? 'all' : this.#items
  }
}
