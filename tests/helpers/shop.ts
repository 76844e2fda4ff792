import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Item } from '#contract/items.ts'
import type { NewOrder } from '#contract/orders.ts'
import { Passwords } from '../../src/server/adapters/passwords.ts'
import { buildApp } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import { brokenInvariants } from '../../src/server/db/invariants.ts'
import type { Deps } from '../../src/server/deps.ts'
import { openShop } from '../../src/server/open-shop.ts'
import * as items from '../../src/server/store/items.ts'
import * as users from '../../src/server/store/users.ts'
import { type EngineName, engines, noPooler, placeWithTables, type TestPlace } from './databases.ts'

const testTray = {
  name: 'Test Tray',
  description: 'For tests',
  price: 34,
  availableQuantity: 10,
  mustQuantity: 1,
}

export interface TestShop {
  engine: EngineName
  app: FastifyInstance
  deps: Deps
  /** Moves the shop's clock. */
  travel(ms: number): void
  call(options: InjectOptions): Promise<LightMyRequestResponse>
  /** A signed-in customer with a name of their own. */
  customer(email?: string): Promise<Customer>
  /** Puts an item on sale. */
  item(details?: Partial<typeof testTray>): Promise<Item>
}

export interface Customer {
  email: string
  token: string
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
  order(
    item: Item,
    quantity?: number,
    changes?: Partial<NewOrder>,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
}

type ShopTest = (
  title: string,
  body: (shop: TestShop) => Promise<void>,
  settings?: Record<string, string>,
) => void

/** The same test on both engines, each on a fresh shop; the invariants are checked at its end. */
export const onBothEngines: ShopTest = (...given) => {
  for (const engine of engines) onEngine(engine, ...given)
}

/**
 * For what is decided before or without the database: how a picture is decoded, which address is whose, what headers
 * say, who may call what, how many tries there are, what a provider's refusal is called. Whatever locks, sorts, folds
 * or compares, or is the only test of a statement, belongs on both: plans.test.ts runs every statement on both, but
 * does not look at what it answers.
 */
export const onSqlite: ShopTest = (...given) => onEngine('sqlite', ...given)

/** For commands that ask the server who is connected: to them a pooler is a shop that runs (docs/runbook.md). */
export const withoutPooler: ShopTest = (...given) => {
  for (const engine of engines) {
    const { skip } = noPooler(engine)
    if (skip) test(`${given[0]} [${engine}]`, { skip })
    else onEngine(engine, ...given)
  }
}

function onEngine(engine: EngineName, ...[title, body, settings = {}]: Parameters<ShopTest>): void {
  test(`${title} [${engine}]`, async () => {
    const shop = await openTestShop(engine, settings)
    try {
      await body(shop)
      assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
    } finally {
      await shop.close()
    }
  })
}

export type OpenedShop = TestShop & { close(): Promise<void> }

/** A fresh shop in this process, on an empty database that goes with it. */
export async function openTestShop(
  engine: EngineName,
  settings: Record<string, string> = {},
): Promise<OpenedShop> {
  const place = await placeWithTables(engine)
  const shop = await openShopAt(place, engine, settings)
  const { close } = shop
  return Object.assign(shop, {
    async close() {
      await close()
      await place.remove()
    },
  })
}

/** A good hash takes its time on purpose, and tests sign in all day. What a real one costs: adapters/passwords.test.ts. */
const quickPasswords = new Passwords({ memory: 8, passes: 1, parallelism: 1 })

/** The same on data that stays. */
export async function openShopAt(
  { environment }: TestPlace,
  engine: EngineName,
  settings: Record<string, string> = {},
): Promise<OpenedShop> {
  let ahead = 0
  const config = readConfig({ SHOP_MODE: 'live', LOG_LEVEL: 'fatal', ...settings, ...environment })
  const opened = await openShop(config, () => undefined)
  const deps = { ...opened, passwords: quickPasswords, now: () => Date.now() + ahead }
  let app: FastifyInstance | undefined
  // Built when it is first called: many a test works below it, or with one of its own.
  const appOf = () => {
    app ??= buildApp(deps)
    return app
  }
  const travel = (ms: number) => {
    ahead += ms
  }
  return Object.assign(shopOf({ engine, deps, travel }, appOf), {
    async close() {
      await app?.close()
      await deps.db.close()
    },
  })
}

/** How tests handle a shop that is called through this app. */
export function shopOf(
  { engine, deps, travel }: Pick<TestShop, 'engine' | 'deps' | 'travel'>,
  appOf: () => FastifyInstance,
): TestShop {
  const call = (options: InjectOptions) => appOf().inject(options)
  return {
    engine,
    get app() {
      return appOf()
    },
    deps,
    travel,
    call,
    customer: (email = `${randomUUIDv7()}@example.com`) => enrol(call, deps, email),
    async item(details = {}) {
      const item = { ...testTray, ...details }
      const id = randomUUIDv7()
      await deps.db.write(tx =>
        items.insert(tx, {
          id,
          name: item.name,
          description: item.description,
          price_cents: Math.round(item.price * 100),
          photo_url: '/pictures/test-960.webp',
          must_quantity: item.mustQuantity,
          stocked_quantity: item.availableQuantity,
          created_at: deps.now(),
        }),
      )
      return (await call({ url: `/api/items/${id}` })).json<Item>()
    },
  }
}

/** Hashing a password takes a while: customers come straight from the store, with a proof of their own. */
async function enrol(call: TestShop['call'], deps: Deps, email: string): Promise<Customer> {
  const { giveProof } = await import('../../src/server/features/identity/proof.ts')
  const id = randomUUIDv7()
  const row = { id, email, display_name: 'Test Customer', password_hash: null, created_at: deps.now() }
  await deps.db.write(tx => users.insert(tx, row))
  const proof = await giveProof(deps, id)
  const enter = () =>
    call({
      method: 'PUT',
      url: `/api/users/${encodeURIComponent(email)}`,
      // By the name that it has without https, and by the one with it.
      headers: { cookie: `tuckshop_proof=${proof}; __Host-tuckshop_proof=${proof}` },
      payload: { email },
    })
  let entered = await enter()
  // Where crowds come at once, a busy machine tells some to come back.
  while (entered.statusCode === 503) entered = await enter()
  assert.equal(entered.statusCode, 200, entered.body)
  return customerOf(call, email, entered.json<{ token: string }>().token)
}

/** A signed-in admin. */
export async function admin(shop: TestShop): Promise<Customer> {
  const customer = await shop.customer()
  await shop.deps.db.write(tx => users.makeAdmin(tx, customer.email, shop.deps.now()))
  return customer
}

export async function userIdOf({ deps }: TestShop, email: string): Promise<string> {
  const user = await users.findByEmail(deps.db.read, email)
  return user?.id ?? assert.fail(`Nobody is called ${email}`)
}

export function customerOf(call: TestShop['call'], email: string, token: string): Customer {
  const send: Customer['call'] = (method, url, body, headers = {}) =>
    call({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
  return {
    email,
    token,
    call: send,
    order: (item, quantity = 1, changes = {}, headers = {}) =>
      send('POST', '/api/booking', { ...orderOf(item, email, quantity), ...changes }, headers),
  }
}

export function orderOf(item: Item, email: string, quantity: number): NewOrder {
  return {
    itemId: item._id,
    itemName: item.name,
    ownerName: 'Test Customer',
    email,
    mobileNumber: '555 0100',
    address: '1 Test Street',
    quantity,
    totalPrice: Math.round(item.price * 100 * quantity) / 100,
  }
}
