// Started by the benchmark: the least that a server in Node can do. Reads what is sent and answers the same headers and
// bytes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer } from '../send.ts'

/** By path; '*' for all others. */
export type Answers = Record<string, Answer>

/** Node's own business on either side. */
const ofNode = ['date', 'connection', 'keep-alive', 'transfer-encoding']

const ready = new Map<string, Answer>()

const server = createServer((request, response) => {
  const answer = ready.get(request.url ?? '') ?? ready.get('*')
  const send = () => {
    response.writeHead(answer?.status ?? 404, answer?.headers)
    response.end(answer?.body)
  }
  if (request.method === 'GET') return send()
  request.resume().once('end', send)
})
server.listen(0, '127.0.0.1', () => {
  process.once('message', (answers: Answers) => {
    for (const [path, answer] of Object.entries(answers)) {
      for (const name of ofNode) delete answer.headers[name]
      ready.set(path, answer)
    }
    process.send?.((server.address() as AddressInfo).port)
  })
})
