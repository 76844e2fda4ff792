import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { apiRoot } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { Refusal } from '#domain/refusal.ts'
import {
  callers,
  routeKey,
  routesOf,
  tokensFor,
  validRequest,
  withToken,
} from '../../../tests/helpers/access-table.ts'
import { withCardsOnSqlite } from '../../../tests/helpers/card-shop.ts'
import { openTestShop } from '../../../tests/helpers/shop.ts'
import { buildApp } from '../app.ts'
import { serveAssets } from '../pages/assets.ts'
import { servePages } from '../pages/pages.ts'
import { iconPaths, serveIcons } from './icons/serve-icons.ts'

type Row = readonly [number, number, number, number, number, number]

const all = (status: number): Row => [status, status, status, status, status, status]

// Who may call what, written from the public interface and not from the contract: no token, an invented one, an expired
// one, another user, the user concerned, an admin.
const expected: Record<string, Row> = {
  'GET /items': all(200),
  'GET /items/{id}': all(200),
  'GET /families': all(200),
  'GET /reviews': all(200),
  // An unknown token.
  'POST /notify/stop': all(410),
  'POST /newsletter': all(202),
  'POST /newsletter/confirm': all(410),
  'POST /newsletter/unsubscribe': all(410),
  'GET /newsletter': [401, 401, 401, 403, 403, 200],
  'GET /newsletter.csv': [401, 401, 401, 403, 403, 200],
  'DELETE /newsletter/{email}': [401, 401, 401, 403, 403, 204],
  'GET /auth/options': all(200),
  'POST /auth/sign-up': all(201),
  'POST /auth/sign-in': all(404),
  'PUT /users/{email}': [401, 401, 401, 403, 200, 403],
  'GET /auth/me': [401, 401, 401, 200, 200, 200],
  'POST /auth/sign-out': [401, 401, 401, 204, 204, 204],
  'POST /auth/forgot': all(202),
  'POST /auth/reset': all(204),
  'GET /auth/account': [401, 401, 401, 200, 200, 200],
  'PUT /auth/password': [401, 401, 401, 204, 204, 204],
  'PUT /auth/name': [401, 401, 401, 200, 200, 200],
  'POST /auth/picture': [401, 401, 401, 201, 201, 201],
  'DELETE /auth/picture': [401, 401, 401, 204, 204, 204],
  'POST /auth/verify/send': [401, 401, 401, 204, 204, 204],
  'POST /auth/verify': [401, 401, 401, 410, 204, 410],
  'POST /auth/welcome/check': all(410),
  'POST /auth/welcome': [401, 401, 401, 410, 410, 204],
  'GET /auth/sessions': [401, 401, 401, 200, 200, 200],
  'DELETE /auth/sessions/{id}': [401, 401, 401, 404, 204, 404],
  'DELETE /auth/sessions': [401, 401, 401, 204, 204, 204],
  'GET /auth/export': [401, 401, 401, 200, 200, 200],
  'POST /auth/erase': [401, 401, 401, 204, 204, 204],
  'GET /auth/factors': [401, 401, 401, 200, 200, 200],
  'POST /auth/prove': [401, 401, 401, 403, 403, 403],
  'POST /auth/passkeys/options': [401, 401, 401, 200, 200, 200],
  'POST /auth/passkeys': [401, 401, 401, 403, 403, 403],
  'PATCH /auth/passkeys/{id}': [401, 401, 401, 404, 200, 404],
  'DELETE /auth/passkeys/{id}': [401, 401, 401, 404, 204, 404],
  'POST /auth/passkeys/challenge': all(200),
  'POST /auth/passkeys/sign-in': all(403),
  'POST /auth/totp': [401, 401, 401, 200, 200, 200],
  'PUT /auth/totp': [401, 401, 401, 404, 404, 404],
  'DELETE /auth/totp': [401, 401, 401, 204, 204, 204],
  'POST /auth/totp/recovery-codes': [401, 401, 401, 404, 404, 404],
  'POST /auth/totp/check': all(401),
  'GET /payment-options': [401, 401, 401, 200, 200, 200],
  'GET /items/{id}/notify': [401, 401, 401, 200, 200, 200],
  'POST /items/{id}/notify': [401, 401, 401, 201, 201, 201],
  'DELETE /items/{id}/notify': [401, 401, 401, 204, 204, 204],
  'POST /myReview': [401, 401, 401, 201, 201, 201],
  'POST /booking': [401, 401, 401, 403, 201, 403],
  'POST /myProfile': [401, 401, 401, 403, 201, 403],
  'PUT /myProfile': [401, 401, 401, 403, 200, 403],
  'GET /admin/{email}': [401, 401, 401, 403, 200, 403],
  'GET /myBooking/{email}': [401, 401, 401, 403, 200, 200],
  'GET /myBag': [401, 401, 401, 200, 200, 200],
  'GET /itemPictures': [401, 401, 401, 200, 200, 200],
  'GET /myProfile/{email}': [401, 401, 401, 403, 200, 200],
  'GET /booking/{id}': [401, 401, 401, 404, 200, 404],
  'PUT /booking/{id}/quantity': [401, 401, 401, 404, 200, 404],
  'DELETE /myBooking/{id}': [401, 401, 401, 404, 204, 404],
  'POST /create-payment-intent': [401, 401, 401, 404, 200, 404],
  'PATCH /booking/{id}': [401, 401, 401, 404, 200, 404],
  'POST /addItem': [401, 401, 401, 403, 403, 201],
  'DELETE /item/{id}': [401, 401, 401, 403, 403, 204],
  'GET /item': [401, 401, 401, 403, 403, 200],
  'GET /item/{id}': [401, 401, 401, 403, 403, 200],
  'PATCH /item/{id}': [401, 401, 401, 403, 403, 200],
  'PUT /item/{id}/removed': [401, 401, 401, 403, 403, 200],
  'POST /item/{id}/stock': [401, 401, 401, 403, 403, 200],
  'GET /item/{id}/stock': [401, 401, 401, 403, 403, 200],
  'GET /items.csv': [401, 401, 401, 403, 403, 200],
  'POST /items.csv': [401, 401, 401, 403, 403, 200],
  'GET /booking.csv': [401, 401, 401, 403, 403, 200],
  'GET /users': [401, 401, 401, 403, 403, 200],
  'PUT /adminUser/{email}': [401, 401, 401, 403, 403, 200],
  'DELETE /adminUser/{email}': [401, 401, 401, 403, 403, 204],
  'PATCH /review/{id}': [401, 401, 401, 403, 403, 200],
  'DELETE /user/{email}': [401, 401, 401, 403, 403, 204],
  'PUT /user/{email}/removed': [401, 401, 401, 403, 403, 200],
  'GET /myNotices': [401, 401, 401, 403, 403, 200],
  'PUT /myNotices': [401, 401, 401, 403, 403, 200],
  'GET /audit': [401, 401, 401, 403, 403, 200],
  'GET /audit.csv': [401, 401, 401, 403, 403, 200],
  'GET /attention': [401, 401, 401, 403, 403, 200],
  'GET /insights': [401, 401, 401, 403, 403, 200],
  'GET /taxes': [401, 401, 401, 403, 403, 200],
  'GET /invoices.csv': [401, 401, 401, 403, 403, 200],
  'GET /waiting': [401, 401, 401, 403, 403, 200],
  'GET /booking/{id}/timeline': [401, 401, 401, 404, 200, 200],
  'POST /booking/{id}/refund': [401, 401, 401, 403, 403, 200],
  'GET /booking/{id}/refunds': [401, 401, 401, 403, 403, 200],
  'POST /booking/{id}/paid': [401, 401, 401, 403, 403, 200],
  'POST /booking/{id}/transfer': [401, 401, 401, 404, 200, 404],
  'POST /booking/{id}/covered': [401, 401, 401, 404, 200, 404],
  'GET /booking/{id}/invoices': [401, 401, 401, 404, 200, 200],
  'GET /booking/{id}/invoice.pdf': [401, 401, 401, 404, 200, 200],
  'GET /shop': [401, 401, 401, 403, 403, 200],
  'GET /shopContent': [401, 401, 401, 403, 403, 200],
  'PUT /shopContent': [401, 401, 401, 403, 403, 200],
  'POST /shopContent/undo': [401, 401, 401, 403, 403, 200],
  'GET /openingDay': [401, 401, 401, 403, 403, 200],
  'PUT /openingDay': [401, 401, 401, 403, 403, 204],
  'POST /openingDay/testEmail': [401, 401, 401, 403, 403, 200],
  'POST /booking/send': [401, 401, 401, 403, 403, 200],
  'POST /booking/{id}/unsend': [401, 401, 401, 403, 403, 200],
  'GET /booking': [401, 401, 401, 403, 403, 200],
  'POST /images': [401, 401, 401, 403, 403, 201],
  'POST /shopContent/pictures': [401, 401, 401, 403, 403, 201],
  'POST /shopContent/videos': [401, 401, 401, 403, 403, 201],
  'POST /shopContent/captions': [401, 401, 401, 403, 403, 201],
}

/** Routes outside the contract: their paths, declared access, and the response to each caller. */
const others: Record<string, [string, Row]> = {
  'POST /api/stripe/webhook': ['provider', all(400)],
  'GET /up': ['anyone', all(200)],
  'GET /api/health': ['anyone', all(200)],
  'GET /api/metrics': ['metrics_reader', [401, 401, 401, 403, 403, 200]],
  'GET /api/openapi.json': ['anyone', all(200)],
  'GET /api': ['anyone', all(200)],
  'GET /api/auth/google': ['anyone', all(303)],
  'GET /api/auth/google/callback': ['anyone', all(303)],
  'GET /api/auth/github': ['anyone', all(303)],
  'GET /api/auth/github/callback': ['anyone', all(303)],
  'GET /api/auth/oidc': ['anyone', all(303)],
  'GET /api/auth/oidc/callback': ['anyone', all(303)],
  'GET /images/:name': ['page', all(404)],
  'GET /media/:name': ['page', all(404)],
  'GET /robots.txt': ['page', all(200)],
  'GET /sitemap.xml': ['page', all(404)],
  'GET /logo.svg': ['page', all(200)],
  ...Object.fromEntries(
    iconPaths.map((path): [string, [string, Row]] => [`GET ${path}`, ['page', all(200)]]),
  ),
  'GET /*': ['page', all(404)],
}

test('the table has every call of the contract and nothing else', () => {
  assert.deepEqual(endpoints.map(routeKey).sort(), Object.keys(expected).sort())
})

/**
 * With `self_or_admin` in place of `self`, the admin can read GET /admin/{email}; with findOwned() by id alone, two
 * rows answer 200 to every signed-in user.
 */
withCardsOnSqlite('every call answers every caller as in the table, and HEAD like GET', async shop => {
  for (const endpoint of endpoints) {
    const owner = await shop.customer()
    const tokens = await tokensFor(shop, owner, endpoint.who)
    const methods = endpoint.method === 'GET' ? (['HEAD', 'GET'] as const) : [endpoint.method]
    for (const method of methods) {
      const actual: number[] = []
      let call = await validRequest(shop, endpoint, owner)
      for (const caller of callers) {
        const { statusCode } = await shop.call({ ...withToken(call, tokens[caller]), method })
        actual.push(statusCode)
        // Refused and read-only calls change nothing, so the next caller can reuse the target.
        if (statusCode < 400 && endpoint.method !== 'GET') call = await validRequest(shop, endpoint, owner)
      }
      assert.deepEqual(actual, expected[routeKey(endpoint)], `${method} ${endpoint.path}`)
    }
  }
})

/** The app as in production, with one file and missing pages. */
async function wholeApp(app: ReturnType<typeof buildApp>, deps: Parameters<typeof buildApp>[0]) {
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-assets-'))
  await writeFile(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const showPage = servePages(app, deps, async () => {
    throw new Refusal('not_found', 'There is nothing here.')
  })
  serveIcons(app, deps, folder)
  serveAssets(app, folder, showPage)
  app.addHook('onClose', () => rm(folder, { recursive: true }))
  return app
}

withCardsOnSqlite('routes outside the contract are listed with their access, and enforce it', async shop => {
  const routes = await routesOf(() => wholeApp(buildApp(shop.deps), shop.deps))
  const calls = new Set(endpoints.map(({ method, path }) => `${method} ${pathIn(path)}`))
  const found = routes
    .filter(({ method, url }) => method !== 'HEAD' && !calls.has(`${method} ${url}`))
    .map(({ method, url, access }) => `${method} ${url} ${access}`)
  const listed = Object.entries(others).map(([door, [access]]) => `${door} ${access}`)
  assert.deepEqual(found.sort(), listed.sort())

  const app = await wholeApp(buildApp(shop.deps), shop.deps)
  const tokens = await tokensFor(shop, await shop.customer(), 'admin')
  for (const [door, [, row]] of Object.entries(others)) {
    const [method, path = ''] = door.split(' ')
    const url = path.replace(':name', 'x.webp').replace('*', 'x')
    const call = { method: method as 'GET' | 'POST', url }
    const actual: number[] = []
    for (const caller of callers)
      actual.push(
        (await app.inject({ ...withToken(call, tokens[caller]), remoteAddress: '192.0.2.7' })).statusCode,
      )
    assert.deepEqual(actual, row, door)
  }
  await app.close()
})

const pathIn = (path: string) => apiRoot + path.replace(/\{(\w+)\}/g, ':$1')

test('the shop does not start with a route without an access rule, even from a plugin', async () => {
  const shop = await openTestShop('sqlite')
  const app = buildApp(shop.deps)
  app.get('/said', { config: { access: 'anyone' } }, async () => 'fine')
  assert.throws(() => app.get('/unsaid', async () => ''), /GET \/unsaid does not say who may call it/)
  app.register(async scope => {
    scope.delete('/api/everything', async () => 'gone')
  })
  await assert.rejects(async () => app.ready(), /DELETE \/api\/everything does not say who may call it/)
  await shop.close()
})
