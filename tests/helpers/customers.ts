import assert from 'node:assert/strict'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { v7 as newId } from 'uuid'
import type { Item } from '#contract/items.ts'
import type { NewOrder } from '#contract/orders.ts'
import type { Deps } from '../../src/server/deps.ts'
import * as users from '../../src/server/store/users.ts'

type Call = (options: InjectOptions) => Promise<LightMyRequestResponse>

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

/** Inserts the customer and a sign-in proof directly, because hashing a password is slow. */
export async function signUpCustomer(call: Call, deps: Deps, email: string): Promise<Customer> {
  const { giveProof } = await import('../../src/server/features/identity/proof.ts')
  const id = newId()
  const row = { id, email, display_name: 'Test Customer', password_hash: null, created_at: deps.now() }
  await deps.db.write(tx => users.insert(tx, row))
  const proof = await giveProof(deps, id)
  const enter = () =>
    call({
      method: 'PUT',
      url: `/api/users/${encodeURIComponent(email)}`,
      // The cookie has another name with https.
      headers: { cookie: `tuckshop_proof=${proof}; __Host-tuckshop_proof=${proof}` },
      payload: { email },
    })
  let entered = await enter()
  // A busy machine answers 503 when many customers sign in at once.
  while (entered.statusCode === 503) entered = await enter()
  assert.equal(entered.statusCode, 200, entered.body)
  return customerOf(call, email, entered.json<{ token: string }>().token)
}

/** Marks the customer's email as verified. */
export async function confirmed({ db, now }: Deps, customer: Customer): Promise<Customer> {
  const confirm = { email_verified_at: now() }
  await db.write(tx => tx.updateTable('users').set(confirm).where('email', '=', customer.email).execute())
  return customer
}

export function customerOf(call: Call, email: string, token: string): Customer {
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
