import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { onSqlite } from '../../../tests/helpers/shop.ts'
import { buildApp } from '../app.ts'
import { usualLimits } from '../limits/limits.ts'
import { listen } from './listen.ts'
import { headersFor } from './security.ts'

const asked = (...lines: string[]) =>
  ['GET /api/items HTTP/1.1', 'host: localhost', ...lines, '', ''].join('\r\n')

/** In 6ceb9a3 none of these had a header of the shop, and at ::1 not even a body. */
onSqlite(
  'requests that the parser refuses get the usual headers, at each address of the shop',
  async ({ deps }) => {
    const app = buildApp(deps, { ...usualLimits, arrivalMs: 300 })
    try {
      const { port } = new URL(await listen(app, { host: 'localhost', port: 0, sockets: [] }))
      const cases = [
        [400, 'bad_input', 'NONSENSE\r\n\r\n'],
        [400, 'bad_input', asked('content-length: x')],
        [400, 'bad_input', asked('content-length: 1', 'transfer-encoding: chunked')],
        [431, 'too_large', asked(`x: ${'x'.repeat(100_000)}`)],
        [417, 'bad_input', asked('expect: something')],
        [408, 'bad_input', 'GET /api/items HTTP/1.1\r\n'],
      ] as const
      for (const host of ['127.0.0.1', '::1'])
        for (const [status, code, sent] of cases) {
          const socket = connect(Number(port), host)
          socket.write(sent)
          const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
          const about = `${host} ${status} ${head}`
          const [start, ...lines] = head.split('\r\n')
          assert.match(start ?? '', new RegExp(`^HTTP/1\\.1 ${status} `), about)
          const headers = new Headers(lines.map(line => line.split(': ') as [string, string]))
          for (const [name, value] of Object.entries(headersFor(deps.config)))
            assert.equal(headers.get(name), value, about)
          assert.equal(headers.get('content-type'), 'application/problem+json', about)
          assert.equal(headers.get('strict-transport-security'), 'max-age=63072000')
          const problem = JSON.parse(body)
          assert.deepEqual([problem.status, problem.code], [status, code], about)
        }
    } finally {
      await app.close()
    }
  },
  { PUBLIC_URL: 'https://shop.example' },
)

/** Fails if the refusal of a second request is written into the response to the first. */
onSqlite('a response in progress is not mixed with a refusal', async ({ deps }) => {
  const app = buildApp(deps)
  const begun = Promise.withResolvers<void>()
  app.get('/slow', { config: { access: 'anyone' } }, async (_, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-length': '10' })
    reply.raw.write('first')
    begun.resolve()
  })
  try {
    const { port } = new URL(await listen(app, { host: '127.0.0.1', port: 0, sockets: [] }))
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await begun.promise
    socket.write('NONSENSE\r\n\r\n')
    const response = await text(socket).catch(() => '')
    assert.doesNotMatch(response, /problem/)
  } finally {
    await app.close()
  }
})
