import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { InjectOptions } from 'fastify'
import type { problemKinds } from '#contract/problem.ts'
import { withCardsOnSqlite } from '../../../tests/helpers/card-shop.ts'
import { newAdmin, onSqlite, type TestShop } from '../../../tests/helpers/shop.ts'
import { bounds } from '../bounds.ts'

type Request = InjectOptions & { payload?: string | Buffer }

interface Hostile {
  about: string
  request: Request
  /** As many bytes of the same kind, as an ordinary visitor sends them. */
  plain: Request
  code?: keyof typeof problemKinds
}

const post = (url: string, payload: string | Buffer, type = 'application/json'): Request => ({
  method: 'POST',
  url,
  payload,
  headers: { 'content-type': type },
})

const form = (payload: string | Buffer): Request =>
  post('/api/images', payload, 'multipart/form-data; boundary=x')
const disposition = 'content-disposition: form-data; name="image"; filename="x"'
const megabytes = (count: number, text: string) =>
  text.repeat(Math.floor((count * 1024 * 1024) / text.length))
const picture = form(`--x\r\n${disposition}\r\n\r\n${megabytes(10, 'p')}\r\n--x--\r\n`)
const signIn = (more: string) => post('/api/auth/sign-in', `{"email":"a@example.com","password":"p"${more}}`)
const text = signIn(`,"more":"${'m'.repeat(60_000)}"`)
const content = (questions: string): Request => ({
  ...post('/api/shopContent', `{"version":1,"content":{"questions":${questions}}}`),
  method: 'PUT',
})
const file = (payload: string) => post('/api/itemFile?dry=true', payload, 'text/csv')
const search = (query: string): Request => ({ url: `/api/items?${query}` })
const cookies = (cookie: string): Request => ({ url: '/api/items', headers: { cookie } })

const hostile: Hostile[] = [
  {
    about: 'ten megabytes of headers of a part',
    request: form(`--x\r\n${disposition}${megabytes(10, ';a=""')}\r\n\r\np\r\n--x--\r\n`),
    plain: picture,
    code: 'bad_input',
  },
  {
    about: 'ten megabytes of lines of headers',
    request: form(`--x\r\n${megabytes(10, 'a: b\r\n')}\r\np\r\n--x--\r\n`),
    plain: picture,
    code: 'bad_input',
  },
  {
    about: 'a part with as many attributes as fit',
    request: form(`--x\r\n${disposition}${';a=""'.repeat(1600)}\r\n\r\np\r\n--x--\r\n`),
    plain: picture,
    code: 'bad_input',
  },
  {
    about: 'ten megabytes of parts',
    request: form(`${megabytes(10, `--x\r\n${disposition}\r\n\r\n\r\n`)}--x--\r\n`),
    plain: picture,
    code: 'bad_input',
  },
  {
    about: 'ten megabytes that look like a boundary',
    request: {
      ...form(`--${'-'.repeat(69)}x\r\n${disposition}\r\n\r\n${megabytes(10, `\r\n--${'-'.repeat(69)}y`)}`),
      headers: { 'content-type': `multipart/form-data; boundary=${'-'.repeat(69)}x` },
    },
    plain: picture,
    code: 'bad_input',
  },
  {
    about: 'deep JSON',
    request: signIn(`,"more":${'['.repeat(30_000)}${']'.repeat(30_000)}`),
    plain: text,
    code: 'bad_json',
  },
  {
    about: 'deep JSON without an end',
    request: post('/api/auth/sign-in', '['.repeat(65_000)),
    plain: text,
    code: 'bad_json',
  },
  {
    about: 'thousands of keys',
    request: signIn(Array.from({ length: 7000 }, (_, n) => `,"${n}":0`).join('')),
    plain: text,
    code: 'bad_json',
  },
  {
    about: 'as many unknown keys as may come',
    request: signIn(Array.from({ length: bounds.jsonValues - 2 }, (_, n) => `,"k${n}":0`).join('')),
    plain: text,
    code: 'unknown_field',
  },
  {
    about: 'thousands of values',
    request: signIn(`,"more":[${'0,'.repeat(30_000)}0]`),
    plain: text,
    code: 'bad_json',
  },
  {
    about: 'as many wrong values as an admin may send',
    request: content(`{"list":[${'0,'.repeat(bounds.adminJsonValues - 10)}0]}`),
    plain: content(`"${'q'.repeat(2 * bounds.adminJsonValues)}"`),
    code: 'bad_input',
  },
  {
    about: 'thousands of parameters',
    request: search('a&'.repeat(7000)),
    plain: search(`search=${'s'.repeat(100)}`),
    code: 'bad_input',
  },
  {
    about: 'parameters with one name',
    request: search('sort=name&'.repeat(90)),
    plain: search(`search=${'s'.repeat(100)}`),
    code: 'bad_input',
  },
  {
    about: 'thousands of cookies',
    request: cookies('a=b;'.repeat(3500)),
    plain: cookies(`a=${'b'.repeat(14_000)}`),
    code: 'bad_input',
  },
  {
    about: 'a cookie of escapes',
    request: cookies(`a=${'%41'.repeat(4500)}`),
    plain: cookies(`a=${'b'.repeat(14_000)}`),
  },
  {
    about: 'lines of nothing but cells',
    request: file(`name\n${megabytes(1, `${','.repeat(60_000)}\n`)}`),
    plain: file(`name\n${megabytes(1, `${'c'.repeat(60_000)}\n`)}`),
  },
  {
    about: 'a file of ends of lines',
    request: file(megabytes(1, '\n')),
    plain: file(`name\n${megabytes(1, `${'c'.repeat(60_000)}\n`)}`),
  },
]

/** The lowest of three, so that garbage collection does not count. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

async function assertCheap(shop: TestShop, { request, plain, code }: Hostile): Promise<void> {
  const { token } = await newAdmin(shop)
  const send = async (what: Request, expected?: string) => {
    const headers = { ...what.headers, authorization: `Bearer ${token}` }
    const answer = await shop.call({ ...what, headers })
    assert.ok(answer.statusCode < 500, `${answer.statusCode} ${answer.body.slice(0, 200)}`)
    assert.ok(answer.rawPayload.length < 20_000, `an answer of ${answer.rawPayload.length} bytes`)
    if (expected) assert.equal(answer.json().code, expected)
  }
  await send(plain)
  const usual = await cpuOf(() => send(plain))
  const cost = await cpuOf(() => send(request, code))
  assert.ok(
    cost < 20 * Math.max(usual, 5),
    `${cost.toFixed()} ms of CPU, a plain one takes ${usual.toFixed()}`,
  )
}

/** Fails on 6ceb9a3 with the headers of a part: over a second of CPU each, while a picture takes 25 ms. */
for (const one of hostile)
  onSqlite(`no request costs much more CPU than an ordinary one of its size: ${one.about}`, shop =>
    assertCheap(shop, one),
  )

withCardsOnSqlite('no webhook costs much CPU before its signature is checked', async shop => {
  const signed = (signature: string) => {
    const request = post('/api/stripe/webhook', '['.repeat(60_000))
    return { ...request, headers: { ...request.headers, 'stripe-signature': signature } }
  }
  const request = signed(`t=1,${'v1=a,'.repeat(3000)}v1=b`)
  await assertCheap(shop, { about: 'a webhook', request, plain: signed('t=1,v1=b'), code: 'bad_signature' })
})

async function rawAnswer(shop: TestShop, request: string): Promise<string> {
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((shop.app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(request)
  const [answer] = await once(socket, 'data')
  socket.destroy()
  return String(answer)
}

onSqlite('Node refuses requests with more headers than allowed', async shop => {
  const answer = await rawAnswer(
    shop,
    `GET / HTTP/1.1\r\nhost: x\r\na: ${'b'.repeat(bounds.headerBytes)}\r\n\r\n`,
  )
  assert.match(answer, /^HTTP\/1.1 431/)
})

onSqlite('an upload counts before its form is parsed, so an invalid one counts too', async shop => {
  const ann = await shop.customer()
  const send = () =>
    ann.call('POST', '/api/auth/picture', '--x\r\nnonsense', {
      'content-type': 'multipart/form-data; boundary=x',
    })
  const statuses: number[] = []
  for (let n = 0; n < 11; n++) statuses.push((await send()).statusCode)
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 400), 429])
})
