import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type Problem, type ProblemCode, problemKinds } from '#contract/problem.ts'

interface ParserProblem {
  status: number
  code: ProblemCode
  detail: string
}

const unreadable: ParserProblem = {
  status: 400,
  code: 'bad_input',
  detail: 'The request could not be understood.',
}

/** The errors of Node's parser, by code. There is no request object yet. */
const refused: Readonly<Record<string, ParserProblem>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'bad_input',
    detail: 'The request took too long to arrive.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'too_large',
    detail: 'The request has more headers than the shop reads. Clearing the cookies of this site may help.',
  },
}

const unexpected: ParserProblem = {
  status: 417,
  code: 'bad_input',
  detail: 'The shop does not know what the request expects of it (the header Expect).',
}

const bodyOf = ({ status, code, detail }: ParserProblem): string => {
  const { title } = problemKinds[code]
  const problem: Problem = { type: `urn:tuckshop:problem:${code}`, title, status, detail, code }
  return JSON.stringify(problem)
}

const headersOf = (body: string, headers: Readonly<Record<string, string>>): Record<string, string> => ({
  ...headers,
  'content-type': 'application/problem+json',
  'content-length': String(Buffer.byteLength(body)),
  'cache-control': 'no-store',
  connection: 'close',
})

/** Requests that fail before routing get the same headers and problem format as all others. */
export function answerParserErrors(server: Server, headers: Readonly<Record<string, string>>): void {
  const answers = new WeakMap<Socket, ServerResponse>()
  server.on('request', ({ socket }, response) => answers.set(socket, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const present = answers.get(socket)
    // These bytes would become part of the response in progress.
    const isBusy = present?.headersSent === true && !present.writableFinished
    if (!socket.writable || isBusy || error.code === 'ECONNRESET') {
      socket.destroy(error)
      return
    }
    const problem = refused[error.code ?? ''] ?? unreadable
    const body = bodyOf(problem)
    const lines = Object.entries(headersOf(body, headers)).map(([name, value]) => `${name}: ${value}`)
    const start = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`
    socket.end([start, ...lines, '', body].join('\r\n'), () => socket.destroy())
  })
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    const body = bodyOf(unexpected)
    response.writeHead(unexpected.status, headersOf(body, headers)).end(body)
  })
}
