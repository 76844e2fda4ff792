import { type Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface Sent {
  method?: 'GET' | 'POST' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: string
}

/** The body is as it was sent, compressed or not. */
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export function send(
  url: string,
  { method = 'GET', path, headers = {}, body }: Sent,
  agent?: Agent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${path}`, { method, headers, agent }, incoming => {
      const chunks: Buffer[] = []
      incoming.on('data', chunk => chunks.push(chunk))
      incoming.once('error', reject)
      incoming.once('end', () => {
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) })
      })
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}
