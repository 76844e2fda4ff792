import { Transaction } from 'kysely'

/** Which items' stock has changed; or all that visitors see may have. */
export type CatalogueChange = ReadonlySet<string> | 'all'

/** A transaction in which whoever changes what visitors see says so; after the commit cached responses are dropped. */
export class ShopTransaction<Tables> extends Transaction<Tables> {
  readonly #items = new Set<string>()
  #isAll = false

  /** What the public sees was changed: nothing from before the commit is shown again. */
  catalogueChanged(): void {
    this.#isAll = true
  }

  /** As an order does: the item shows it at once, lists and pages within a second. */
  stockChanged(itemId: string): void {
    this.#items.add(itemId)
  }

  get catalogueChange(): CatalogueChange {
    return this.#isAll ? 'all' : this.#items
  }
}
