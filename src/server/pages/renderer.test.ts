import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { matchRoutes } from 'react-router'
import { test } from 'vitest'
import type { Item } from '#contract/items.ts'
import type { Offer, PublicShop } from '#contract/public-shop.ts'
import { emptyContent } from '#contract/shop-content.ts'
import { ResponseCache } from '../cache/response-cache.ts'
import { LostConnection } from '../db/engine/faults.ts'
import { pageLimits, type RenderedShop, Renderer, type WebBuild } from './renderer.ts'

interface Provided {
  shop: PublicShop
  mark: string
}

const scriptHash = (source: string) => `'sha256-${hash('sha256', source, 'base64')}'`

/**
 * A web of three pages. Its home page does not escape item names, which is a deliberate bug; each page has its own
 * script.
 */
function webOf(marks: string[] = []): WebBuild {
  const page = async (request: Request, { shop, mark }: Provided) => {
    marks.push(mark)
    try {
      const path = new URL(request.url).pathname
      const name = path === '/' ? (await shop.items(1))[0]?.name : (await shop.item(path.slice(7)))?.name
      return new Response(
        `<html>${name}<script nonce="${mark}">own()</script><script nonce="${mark}" src="/a.js"></script></html>`,
      )
    } catch {
      return new Response('This page did not load', { status: 500 })
    }
  }
  const routes = {
    root: { id: 'root', path: '' },
    home: { id: 'home', parentId: 'root', index: true },
    item: { id: 'item', parentId: 'root', path: 'items/:id' },
    rest: { id: 'rest', parentId: 'root', path: '*' },
  }
  const provideShop = (shop: PublicShop, mark: string) => ({ shop, mark })
  const module = { createRequestHandler: () => page, matchRoutes, provideShop, indexedPaths: () => [] }
  return { routes, entry: { module } } as unknown as WebBuild
}

/** A shop whose database can be disconnected and whose clock can be moved. */
function openRenderer(name: string, marks: string[] = []) {
  const state = { now: 0, isLost: false, name, isOnSale: true }
  const ask = async <T>(answer: T): Promise<T> => {
    if (state.isLost) throw new LostConnection(new Error('gone'))
    return answer
  }
  const item = () => ({ _id: 'tray', name: state.name })
  const shop: RenderedShop = {
    origin: undefined,
    takesCards: true,
    timeZone: 'UTC',
    content: () => ask(emptyContent('Atelier')),
    item: id => ask(id === 'tray' && state.isOnSale ? (item() as Offer) : undefined),
    isRemoved: id => ask(id === 'lamp'),
    items: () => ask([item() as Item]),
    reviews: () => ask([]),
  }
  const nowhere = { scripts: [], frames: [], connects: [], pictures: [] }
  let change = () => {}
  const onCatalogueChange = (listener: (change: 'all') => void) => {
    change = () => listener('all')
  }
  const pages = new ResponseCache({ onCatalogueChange }, pageLimits, () => state.now)
  const renderer = new Renderer(webOf(marks), shop, nowhere, pages)
  const shown = async (path: string) => {
    const route = renderer.routeAt(path)
    assert.ok(route, path)
    return renderer.show(route)
  }
  const show = async (path: string) => (await shown(path)).response
  const statusOf = async (path: string) => (await shown(path)).status
  return { state, show, statusOf, change: () => change() }
}

/** If every script in the finished page is allowed, an injected one is too. */
test('only the scripts that the renderer itself wrote may run', async () => {
  const evil = 'steal()'
  for (const name of [
    `<script>${evil}</script>`,
    `<script nonce="">${evil}</script>`,
    `<script nonce="guessed">${evil}</script>`,
    `<SCRIPT>${evil}</SCRIPT>`,
  ]) {
    const { body, headers } = await openRenderer(name).show('/')
    const policy = headers['content-security-policy'] ?? ''
    assert.ok(String(body).includes(evil), 'the component is broken')
    assert.ok(policy.includes(scriptHash('own()')))
    assert.ok(!policy.includes(scriptHash(evil)), name)
    assert.equal([...policy.matchAll(/sha256-/g)].length, 1)
  }
})

/** If all pages have the same mark, an attacker who has seen it can write scripts with it. */
test('each rendering has its own unpredictable mark', async () => {
  const marks: string[] = []
  const { state, show } = openRenderer('Tray', marks)
  await show('/')
  Object.assign(state, { now: 1000, name: 'Lamp' })
  await show('/')
  assert.equal(new Set(marks).size, 2)
  for (const mark of marks) assert.ok(mark.length >= 22, 'the letters of 16 bytes')
})

test('the mark does not appear in the finished page', async () => {
  const { body } = await openRenderer('Tray').show('/')
  assert.equal(String(body), '<html>Tray<script>own()</script><script src="/a.js"></script></html>')
})

/** If a page that cannot be rendered is dropped, a dead database takes down the whole shop. */
test('during an outage the shop shows the last version of a page for an hour', async () => {
  const { state, show } = openRenderer('Tray')
  const paths = ['/', '/items/tray']
  for (const path of paths) assert.match(String((await show(path)).body), /Tray/)
  Object.assign(state, { isLost: true, now: 1000 })
  for (const path of [...paths, ...paths]) assert.match(String((await show(path)).body), /Tray/)
  state.now = 3_600_001
  for (const path of paths) await assert.rejects(show(path), LostConnection)
})

/** If the hour begins with the first rendering, a page that was valid for a long time disappears immediately. */
test('the hour of an outage begins when the page was last rendered', async () => {
  const { state, show } = openRenderer('Tray')
  await show('/')
  state.now = 7_200_000
  await show('/')
  Object.assign(state, { isLost: true, now: 10_000_000 })
  assert.match(String((await show('/')).body), /Tray/)
})

/** If any old page is served, a dead database brings back hidden content. */
test('during an outage the shop shows no page from before a catalogue change', async () => {
  const { state, show, change } = openRenderer('Rude')
  await show('/')
  change()
  state.isLost = true
  await assert.rejects(show('/'), LostConnection)
})

/** If the page of an item that another process has hidden only counts as stale, a dead database brings it back. */
test('during an outage an unavailable item has no page', async () => {
  const { state, show } = openRenderer('Rude')
  await show('/items/tray')
  Object.assign(state, { now: 1000, isOnSale: false })
  assert.doesNotMatch(String((await show('/items/tray')).body), /Rude/)
  Object.assign(state, { now: 2000, isLost: true })
  await assert.rejects(show('/items/tray'), LostConnection)
})

/** If the router's error page hides the reason, an outage is reported as an internal error. */
test('during an outage a page that was never rendered fails as an outage, and works afterwards', async () => {
  const { state, show } = openRenderer('Tray')
  state.isLost = true
  for (const path of ['/', '/items/tray']) await assert.rejects(show(path), LostConnection)
  state.isLost = false
  assert.match(String((await show('/')).body), /Tray/)
})

test('the database is queried again soon after an outage', async () => {
  const { state, show } = openRenderer('Old')
  await show('/')
  Object.assign(state, { isLost: true, now: 1000 })
  const old = await show('/')
  Object.assign(state, { isLost: false, name: 'New' })
  assert.equal(await show('/'), old, 'not for each visitor')
  state.now = 2000
  assert.match(String((await show('/')).body), /New/)
})

/** Fails if each visitor or each second causes a rendering, or if the page never changes. */
test('a page is rendered again only if its data has changed', async () => {
  const marks: string[] = []
  const { state, show, change } = openRenderer('Tray', marks)
  for (const _ of [1, 2, 3]) for (const path of ['/', '/items/tray', '/nowhere']) await show(path)
  assert.equal(marks.length, 3)
  state.now = 1000
  for (const path of ['/', '/items/tray', '/nowhere']) await show(path)
  assert.equal(marks.length, 3)
  Object.assign(state, { now: 2000, name: 'Lamp' })
  for (const path of ['/', '/items/tray']) assert.match(String((await show(path)).body), /Lamp/)
  state.name = 'Desk'
  change()
  for (const path of ['/', '/items/tray']) assert.match(String((await show(path)).body), /Desk/)
  assert.equal(marks.length, 7)
})

/**
 * Fails if every address below /items counts as an existing page: search engines would keep items that are gone for
 * good.
 */
test('an unknown item is 404, a removed one is 410, and during an outage neither is claimed', async () => {
  const { state, statusOf } = openRenderer('Tray')
  // Browsers keep the page without an item (docs/decisions/035), so it exists.
  const paths = ['/', '/items/tray', '/items/lamp', '/items/$&', '/items/-', '/x/y']
  for (const _ of ['rendered', 'cached'])
    assert.deepEqual(await Promise.all(paths.map(statusOf)), [200, 200, 410, 404, 200, 404])
  state.isLost = true
  assert.deepEqual(await Promise.all(['/', '/items/tray', '/x/y'].map(statusOf)), [200, 200, 404])
  for (const path of ['/items/lamp', '/items/$&']) await assert.rejects(statusOf(path), LostConnection)
})
