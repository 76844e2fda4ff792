import assert from 'node:assert/strict'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { v7 as newId } from 'uuid'
import { test } from 'vitest'
import type { Item } from '#contract/items.ts'
import { setShopCurrency, usDollar } from '#domain/currency.ts'
import { Passwords } from '../../src/server/adapters/passwords.ts'
import { buildApp } from '../../src/server/app.ts'
import { brokenInvariants } from '../../src/server/books/invariants.ts'
import { readConfig } from '../../src/server/config.ts'
import type { Deps } from '../../src/server/deps.ts'
import { openShop } from '../../src/server/process/open-shop.ts'
import * as items from '../../src/server/store/items.ts'
import * as users from '../../src/server/store/users.ts'
import { type Customer, signUpCustomer } from './customers.ts'
import { type EngineName, engines, isPooled, migratedDatabase, type TestDatabase } from './databases.ts'

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
  /** A signed-in customer with a new email. */
  customer(email?: string): Promise<Customer>
  item(details?: Partial<typeof testTray>): Promise<Item>
}

type ShopTest = (
  title: string,
  body: (shop: TestShop) => Promise<void>,
  settings?: Record<string, string>,
) => void

/** Runs a test on a new shop of each engine and checks the invariants at its end. */
export const onBothEngines: ShopTest = (...given) => {
  for (const engine of engines) onEngine(engine, given)
}

/**
 * For tests whose result does not depend on the engine: access, limits, validation, pictures. Use both engines for locks, order,
 * text, dates, and for the only test of a statement. plans.test.ts runs every statement on both, but ignores the results.
 */
export const onSqlite: ShopTest = (...given) => onEngine('sqlite', given)

/** For commands that refuse to run while a shop is connected: a pooler looks like one (docs/runbook.md). */
export const withoutPooler: ShopTest = (...given) => {
  for (const engine of engines) onEngine(engine, given, test.skipIf(isPooled(engine)))
}

function onEngine(
  engine: EngineName,
  [title, body, settings = {}]: Parameters<ShopTest>,
  describe: typeof test | ReturnType<typeof test.skipIf> = test,
): void {
  describe(`${title} [${engine}]`, async () => {
    const shop = await openTestShop(engine, settings)
    try {
      await body(shop)
      assert.deepEqual(await brokenInvariants(shop.deps.db.read, shop.deps.now()), [])
    } finally {
      await shop.close()
    }
  })
}

export type OpenedShop = TestShop & { close(): Promise<void> }

/** A new shop in this process, on an empty database that is removed with it. */
export async function openTestShop(
  engine: EngineName,
  settings: Record<string, string> = {},
): Promise<OpenedShop> {
  const database = await migratedDatabase(engine)
  const shop = await openShopAt(database, engine, settings)
  const { close } = shop
  return Object.assign(shop, {
    async close() {
      await close()
      await database.remove()
    },
  })
}

/** A real hash is slow on purpose. adapters/passwords.test.ts tests the real parameters. */
const quickPasswords = new Passwords({ memory: 8, passes: 1, parallelism: 1 })

/** The same on a database that the caller removes. */
export async function openShopAt(
  { environment }: TestDatabase,
  engine: EngineName,
  settings: Record<string, string> = {},
): Promise<OpenedShop> {
  return testShopOf(engine, await openShop(configOf(settings, environment), () => undefined))
}

const configOf = (settings: Record<string, string>, environment: TestDatabase['environment']) =>
  readConfig({ SHOP_MODE: 'live', LOG_LEVEL: 'fatal', ...settings, ...environment })

function testShopOf(engine: EngineName, opened: Deps): OpenedShop {
  let ahead = 0
  const deps = { ...opened, passwords: quickPasswords, now: () => Date.now() + ahead }
  let app: FastifyInstance | undefined
  // Built on first use, because many tests need no app or build their own.
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
      await deps.printer.close()
      await deps.db.close()
      // The next test may need no shop, and its file shares the modules of this one.
      setShopCurrency(usDollar)
    },
  })
}

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
    customer: (email = `${newId()}@example.com`) => signUpCustomer(call, deps, email),
    async item(details = {}) {
      const item = { ...testTray, ...details }
      const id = newId()
      await deps.db.write(tx =>
        items.insert(tx, {
          id,
          name: item.name,
          description: item.description,
          price_minor: Math.round(item.price * 100),
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

/** A signed-in admin. */
export async function newAdmin(shop: TestShop): Promise<Customer> {
  const customer = await shop.customer()
  await shop.deps.db.write(tx => users.makeAdmin(tx, customer.email, shop.deps.now()))
  return customer
}

export async function userIdOf({ deps }: TestShop, email: string): Promise<string> {
  const user = await users.findByEmail(deps.db.read, email)
  return user?.id ?? assert.fail(`Nobody is called ${email}`)
}
