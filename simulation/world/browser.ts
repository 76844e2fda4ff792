import type { FastifyInstance } from 'fastify'
import type { Browser, CallAnswer, CallRequest, Host, Lost } from '../interfaces.ts'
import { wait } from './clock.ts'
import type { EventLog } from './event-log.ts'
import type { Network } from './network.ts'

/** A request as it arrives at a server of this world. */
export interface Arriving {
  method: CallRequest['method']
  url: string
  headers: Record<string, string>
  payload: string | undefined
  remoteAddress: string
}

export type Response = Awaited<ReturnType<FastifyInstance['inject']>>

/** Answers a request; rejects while there is no server. */
export type Server = (request: Arriving) => Promise<Response>

export interface Surrounding {
  log: EventLog
  network: Network
  servers: Readonly<Record<Host, Server>>
}

/** Pages stop waiting after that. The request may still arrive. */
const patienceMs = 60_000

export const shopUrl = 'https://shop.example'
const publishableKey = 'Bearer pk_test_tuckshop_sandbox'

/** A device of a person, with its own address. */
export function browserOf(
  around: Surrounding,
  who: string,
  device: string,
  address: string,
  cookies = new Map<Host, Map<string, string>>(),
): Browser {
  return {
    call: request => call(around, { who, device, address, cookies }, request),
    secondTab: () => browserOf(around, who, `${device}'`, address, cookies),
    clear: () => cookies.clear(),
  }
}

interface Device {
  who: string
  device: string
  address: string
  cookies: Map<Host, Map<string, string>>
}

async function call(
  { log, network, servers }: Surrounding,
  { who, device, address, cookies }: Device,
  request: CallRequest,
): Promise<CallAnswer | Lost> {
  const { to = 'shop', method, path, body } = request
  const jar = cookies.get(to) ?? new Map<string, string>()
  cookies.set(to, jar)
  const arriving = arrivingOf(request, to, jar, address)
  const number = log.nextCall()
  const { headers } = arriving
  log.add({
    kind: 'sent',
    call: number,
    who,
    device,
    to,
    method,
    path,
    headers,
    ...(body !== undefined && { body }),
  })
  const deliver = () => servers[to](arriving).catch((): Lost => 'lost')
  const response = await Promise.race([network.carry(`call ${number}`, deliver), gaveUp()])
  if (response === 'lost') {
    log.add({ kind: 'lost', call: number })
    return 'lost'
  }
  for (const { name, value, maxAge } of response.cookies)
    if (maxAge === 0) jar.delete(name)
    else jar.set(name, value)
  const answer = answerOf(response)
  log.add({ kind: 'answered', call: number, ...answer })
  return answer
}

const gaveUp = async (): Promise<Lost> => {
  await wait(patienceMs)
  return 'lost'
}

function arrivingOf(
  { method, path, body, headers: given = {} }: CallRequest,
  to: Host,
  jar: ReadonlyMap<string, string>,
  address: string,
): Arriving {
  const isForm = to === 'cards' && path.startsWith('/v1/')
  const [type, payload] = isForm
    ? ['application/x-www-form-urlencoded', formOf(body)]
    : ['application/json', typeof body === 'string' ? body : JSON.stringify(body)]
  const named = Object.entries(given).map(([name, value]) => [name.toLowerCase(), value])
  const headers: Record<string, string> = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
    ...(to === 'shop' ? { host: new URL(shopUrl).host } : { authorization: publishableKey }),
    ...(to === 'shop' && method !== 'GET' && { origin: shopUrl }),
    ...(payload !== undefined && { 'content-type': type }),
    ...(jar.size > 0 && { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
    ...Object.fromEntries(named),
  }
  return { method, url: path, headers, payload, remoteAddress: address }
}

/** Names of nested fields as the card provider writes them: payment_method_data[card][number]. */
function formOf(body: unknown): string | undefined {
  if (body === undefined || typeof body === 'string') return body
  const fields = new URLSearchParams()
  const add = (name: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) fields.append(name, String(value))
    else for (const [key, one] of Object.entries(value)) add(name ? `${name}[${key}]` : key, one)
  }
  add('', body)
  return fields.toString()
}

export function answerOf(response: Response): CallAnswer {
  // Node takes the date from the real clock.
  const { date: _, ...headers } = response.headers
  const texts = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : String(value),
  ])
  const isJson = String(headers['content-type'] ?? '').includes('json')
  return {
    status: response.statusCode,
    headers: Object.fromEntries(texts),
    body: isJson && response.body ? JSON.parse(response.body) : response.body,
  }
}
