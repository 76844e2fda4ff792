import { randomUUID } from 'node:crypto'
import type { Item } from '#contract/items.ts'
import type { Reading } from '../src/server/db/schema/tables.ts'
import type { Customer } from '../tests/helpers/customers.ts'
import type { TestShop } from '../tests/helpers/shop.ts'
import type { Tally } from './scenario.ts'
import { answered, Shopper } from './shopper.ts'

export async function promoted(shop: TestShop): Promise<Customer> {
  const admin = await shop.customer()
  await shop.deps.db.write(tx =>
    tx.updateTable('users').set({ admin_since: 1 }).where('email', '=', admin.email).execute(),
  )
  return admin
}

/** An admin who adds stock over HTTP. Every acknowledged delivery must be in the audit log exactly once. */
export class Owner {
  readonly #account: Shopper
  readonly #item: Item
  #deliveries = 0
  /** The idempotency key of an unanswered call, which has to be repeated. */
  #open: string | undefined

  private constructor({ email, token }: Customer, item: Item) {
    this.#account = new Shopper(email, token)
    this.#item = item
  }

  static async create(shop: TestShop): Promise<Owner> {
    return new Owner(await promoted(shop), await shop.item())
  }

  /** False when the connection broke. */
  async deliver(url: string): Promise<boolean> {
    this.#open ??= randomUUID()
    const delivery = { change: 1, reason: 'A delivery' }
    const path = `/item/${this.#item._id}/stock`
    const answer = await this.#account.call(url, 'POST', path, delivery, this.#open)
    if (!answer) return false
    this.#open = undefined
    if (answer.status === 200) this.#deliveries++
    return true
  }

  async finish(url: string): Promise<void> {
    if (this.#open) await answered(() => this.deliver(url))
  }

  async compare(db: Reading, tally: Tally): Promise<void> {
    const noted = await db
      .selectFrom('audit_log')
      .innerJoin('users', 'users.id', 'audit_log.who')
      .select('n')
      .where('email', '=', this.#account.email)
      .where('what', '=', 'stock_changed')
      .execute()
    tally.acknowledged += this.#deliveries
    tally.lost += Math.max(this.#deliveries - noted.length, 0)
    tally.expect(
      noted.length <= this.#deliveries,
      `the audit log has ${noted.length} deliveries, but only ${this.#deliveries} were acknowledged`,
    )
  }
}
