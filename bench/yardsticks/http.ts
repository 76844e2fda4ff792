// Started by the benchmark: a minimal Node server that reads a request and sends given headers and bytes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer } from '../send.ts'

/** Answers by path; '*' is for all other paths. */
export type Answers = Record<string, Answer>

/** Node sets these headers itself. */
const nodeHeaders = ['date', 'connection', 'keep-alive', 'transfer-encoding']

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
      for (const name of nodeHeaders) delete answer.headers[name]
      ready.set(path, answer)
    }
    process.send?.((server.address() as AddressInfo).port)
  })
})
