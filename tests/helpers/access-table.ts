import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { pathOf } from '#contract/endpoint.ts'
import { newToken, tokenHash } from '../../src/server/sessions/tokens.ts'
import * as orders from '../../src/server/store/orders.ts'
import * as sessions from '../../src/server/store/sessions.ts'
import * as shopContent from '../../src/server/store/shop-content.ts'
import * as timeline from '../../src/server/store/timeline.ts'
import * as users from '../../src/server/store/users.ts'
import { accountRequests } from './account-calls.ts'
import type { CardShop } from './card-shop.ts'
import { changeContent } from './content.ts'
import { type Customer, orderOf } from './customers.ts'
import { factorRequests } from './factor-calls.ts'
import { newsletterRequests } from './newsletter-calls.ts'
import { notedRequests } from './noted-payments.ts'
import { confirmPaid, startCardPayment } from './paying.ts'
import { pictureForm } from './picture-form.ts'

/** The kinds of caller, in the order of the access table's columns. */
export const callers = ['nobody', 'garbage', 'expired', 'other', 'owner', 'admin'] as const

type CallerName = (typeof callers)[number]

export const routeKey = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`

/** The session token of each kind of caller. The expired one belonged to somebody who was allowed to call. */
export async function tokensFor(shop: CardShop, owner: Customer, who: string) {
  const [other, admin] = [await shop.customer(), await shop.customer()]
  await shop.deps.db.write(tx => users.makeAdmin(tx, admin.email, shop.deps.now()))
  const tokens: Record<CallerName, string | undefined> = {
    nobody: undefined,
    garbage: newToken(),
    expired: await expiredToken(shop, who === 'admin' ? admin : owner),
    other: other.token,
    owner: owner.token,
    admin: admin.token,
  }
  return tokens
}

async function expiredToken({ deps }: CardShop, { email }: Customer): Promise<string> {
  const token = newToken()
  const now = deps.now()
  await deps.db.write(async tx => {
    const user = await users.findByEmail(tx, email)
    const session = { tokenHash: tokenHash(token), userId: user?.id ?? '', now, expiresAt: now - 1 }
    await sessions.start(tx, session)
  })
  return token
}

const mediaBody = (text: string) => ({
  payload: Buffer.from(text, 'latin1'),
  headers: { 'content-type': 'application/octet-stream' },
})

interface RequestParts {
  params?: Record<string, string>
  query?: Record<string, string>
  payload?: unknown
  headers?: Record<string, string>
}

const profileOf = (email: string) => ({
  ...{ name: 'Ann', email, address: '1 Test Street' },
  education: 'Carpentry',
  linkedin: 'linkedin.example/ann',
  mobileNumber: '555 0100',
})

const ordered = async (shop: CardShop, owner: Customer) =>
  (await owner.order(await shop.item())).json<{ _id: string }>()

const anOrder = async (shop: CardShop, owner: Customer) => ({
  params: { id: (await ordered(shop, owner))._id },
})

async function paidBy(shop: CardShop, owner: Customer): Promise<string> {
  const { _id } = await ordered(shop, owner)
  const intent = await startCardPayment(owner, { _id })
  await shop.charge(intent)
  await confirmPaid(owner, _id, intent)
  return _id
}

const anItem = async (shop: CardShop) => ({ params: { id: (await shop.item())._id } })

/** Requests that succeed for an allowed caller, by route. A route that is not listed needs no parameters and no body. */
const validRequests: Record<string, (shop: CardShop, owner: Customer) => Promise<RequestParts>> = {
  ...accountRequests,
  ...factorRequests,
  ...newsletterRequests,
  ...notedRequests,
  'POST /auth/picture': pictureForm,
  'GET /items/{id}': anItem,
  'GET /items/{id}/notify': anItem,
  'POST /items/{id}/notify': async shop => ({
    params: { id: (await shop.item({ availableQuantity: 0 }))._id },
  }),
  'DELETE /items/{id}/notify': anItem,
  'POST /notify/stop': async () => ({ payload: { secret: newToken() } }),
  'DELETE /item/{id}': anItem,
  'GET /item/{id}': anItem,
  'GET /item/{id}/stock': anItem,
  'PATCH /item/{id}': async shop => ({
    ...(await anItem(shop)),
    payload: {
      version: 1,
      name: 'Tray',
      description: 'Oak',
      price: 5,
      photoUrl: '/pictures/test-960.webp',
      mustQuantity: 1,
      hidden: false,
    },
  }),
  'PUT /item/{id}/removed': async shop => ({ ...(await anItem(shop)), payload: { removed: false } }),
  'POST /item/{id}/stock': async shop => ({
    ...(await anItem(shop)),
    payload: { change: 1, reason: 'Delivery' },
  }),
  'POST /addItem': async () => ({
    payload: {
      name: 'Tray',
      description: 'Oak',
      availableQuantity: 1,
      price: 5,
      photoUrl: '/pictures/test-960.webp',
      mustQuantity: 1,
    },
  }),
  'POST /items.csv': async () => ({
    headers: { 'content-type': 'text/csv' },
    payload: Buffer.from(
      'name,description,price,availableQuantity,mustQuantity,photoUrl\nTray,Oak,5,1,1,/pictures/test-960.webp\n',
    ),
  }),
  'POST /images': pictureForm,
  'POST /shopContent/pictures': pictureForm,
  'POST /shopContent/videos': async () => mediaBody('\0\0\0\x1cftypmp42'),
  'POST /shopContent/captions': async () => mediaBody('WEBVTT'),
  'POST /booking': async (shop, { email }) => ({ payload: orderOf(await shop.item(), email, 1) }),
  'GET /booking/{id}': anOrder,
  'GET /booking/{id}/timeline': anOrder,
  'GET /booking/{id}/invoices': async (shop, owner) => ({ params: { id: await paidBy(shop, owner) } }),
  'GET /booking/{id}/invoice.pdf': async (shop, owner) => ({ params: { id: await paidBy(shop, owner) } }),
  'POST /booking/send': async (shop, owner) => ({
    payload: { orders: [{ id: await paidBy(shop, owner), carrier: 'Post', tracking: '1Z' }] },
  }),
  'POST /booking/{id}/unsend': async (shop, owner) => {
    const id = await paidBy(shop, owner)
    await shop.deps.db.write(async tx => {
      await orders.setSent(tx, id, { sent_at: 1, carrier: null, tracking: null })
      await timeline.add(tx, id, { at: 1, what: 'sent', who: 'admin@example.com' })
    })
    return { params: { id } }
  },
  'POST /booking/{id}/refund': async (shop, owner) => ({
    params: { id: await paidBy(shop, owner) },
    payload: { amount: 5, reason: 'Scratched', restock: 1 },
  }),
  'GET /booking/{id}/refunds': anOrder,
  'PUT /booking/{id}/quantity': async (...by) => ({ ...(await anOrder(...by)), payload: { quantity: 2 } }),
  'DELETE /myBooking/{id}': anOrder,
  'POST /create-payment-intent': async (shop, owner) => ({ payload: await ordered(shop, owner) }),
  'PATCH /booking/{id}': async (shop, owner) => {
    const { _id } = await ordered(shop, owner)
    const transactionId = await startCardPayment(owner, { _id })
    await shop.charge(transactionId)
    return { params: { id: _id }, payload: { bookingId: _id, transactionId } }
  },
  'POST /myReview': async () => ({ payload: { name: 'Ann', comment: 'Good', starRating: 5 } }),
  'PATCH /review/{id}': async (_, owner) => {
    const written = await owner.call('POST', '/api/myReview', { name: 'Ann', comment: 'Good', starRating: 5 })
    return { params: { id: written.json()._id }, payload: { hidden: true, answer: 'Thank you.' } }
  },
  'POST /myProfile': async (_, { email }) => ({ payload: profileOf(email) }),
  'PUT /myProfile': async (_, { email }) => ({ payload: profileOf(email) }),
  'PUT /myNotices': async () => ({ payload: { orders: 'each', lowStock: true } }),
  'PUT /shopContent': async ({ deps }) => {
    const { version, content } = await shopContent.readSaved(deps.db.read, deps.now())
    return { payload: { version, content: { ...content, slogan: `Slogan ${version}` } } }
  },
  'POST /shopContent/undo': async shop => {
    await changeContent(shop, {})
    return { payload: { version: (await shopContent.readSaved(shop.deps.db.read, shop.deps.now())).version } }
  },
  'PUT /openingDay': async () => ({ payload: { isHidden: true } }),
  'PUT /adminUser/{email}': async ({ deps }, { email }) => {
    const verified = { email_verified_at: deps.now() }
    await deps.db.write(tx => tx.updateTable('users').set(verified).where('email', '=', email).execute())
    return {}
  },
  'PUT /user/{email}/removed': async () => ({ payload: { removed: false } }),
  'PUT /users/{email}': async (_, { email }) => ({ payload: { email } }),
  'POST /auth/erase': async () => ({ payload: {} }),
  'POST /auth/sign-up': async () => ({
    payload: { name: 'New', email: `${newToken()}@example.com`, password: 'teapot-9' },
  }),
  'POST /auth/sign-in': async () => ({ payload: { email: 'nobody@example.com', password: 'teapot-9' } }),
}

/** A request of this endpoint about the owner's data, without a session token. */
export async function validRequest(
  shop: CardShop,
  endpoint: Endpoint,
  owner: Customer,
): Promise<InjectOptions> {
  const { params, query, payload, headers } = (await validRequests[routeKey(endpoint)]?.(shop, owner)) ?? {}
  return {
    method: endpoint.method,
    url: pathOf(endpoint.path, { email: owner.email, ...params }),
    headers: headers ?? {},
    ...(query && { query }),
    ...(payload === undefined ? {} : { payload: payload as object }),
  }
}

export const withToken = (call: InjectOptions, token: string | undefined): InjectOptions => ({
  ...call,
  headers: { ...call.headers, ...(token && { authorization: `Bearer ${token}` }) },
})

export interface Route {
  method: string
  url: string
  access: string | undefined
}

/** Every route of the app, including those that plugins add. */
export async function routesOf(build: () => Promise<FastifyInstance>): Promise<Route[]> {
  const routes: Route[] = []
  const listen = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url, config }) => {
      const { access } = { ...config } as { access?: string }
      for (const name of [method].flat()) routes.push({ method: name, url, access })
    })
  subscribe('fastify.initialization', listen)
  try {
    const app = await build()
    await app.ready()
    await app.close()
  } finally {
    unsubscribe('fastify.initialization', listen)
  }
  return routes
}
