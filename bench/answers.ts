import { request } from 'node:http'

/** An answer as it came: its body compressed or not, and the headers that say what it is. */
export interface Answer {
  status: number
  headers: Record<string, string>
  /** As base64, so that it can be handed to another process. */
  body: string
}

/** Differ from answer to answer, or are the server's own business. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'x-request-id', 'transfer-encoding'])

export interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** One answer of the shop, for the yardstick to send the same bytes. */
export function answerOf(url: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers }, incoming => {
      const chunks: Buffer[] = []
      incoming.on('data', chunk => chunks.push(chunk))
      incoming.once('error', reject)
      incoming.once('end', () => {
        const kept = Object.entries(incoming.headers).filter(([name]) => !ownHeaders.has(name))
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(chunks).toString('base64'),
        })
      })
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}
