// Started by the benchmark: the least that a server in Node can do. Reads what is sent and answers the same bytes.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer } from '../answers.ts'

/** By path; '*' for all others. */
export type Answers = Record<string, Answer>

const [answers] = (await once(process, 'message')) as [Answers]
const ready = new Map(
  Object.entries(answers).map(([path, { status, headers, body }]) => [
    path,
    { status, headers, body: Buffer.from(body, 'base64') },
  ]),
)

const server = createServer((request, response) => {
  const answer = ready.get(request.url ?? '') ?? ready.get('*')
  const send = () => {
    response.writeHead(answer?.status ?? 404, answer?.headers)
    response.end(answer?.body)
  }
  if (request.method === 'GET') return send()
  request.resume().once('end', send)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
