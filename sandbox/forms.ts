import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Html, page } from './page.ts'

/** Parses HTML forms in this scope into URLSearchParams. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
}

/** The fields of a form or of a flat JSON object. */
export function fieldsOf(body: unknown): URLSearchParams {
  if (body instanceof URLSearchParams) return body
  const fields = new URLSearchParams()
  if (typeof body !== 'object' || body === null) return fields
  for (const [name, value] of Object.entries(body)) {
    if (['string', 'number', 'boolean'].includes(typeof value)) fields.append(name, String(value))
  }
  return fields
}

/** Not Fastify's parsed query, which loses repeated names. */
export function queryOf(url: string): URLSearchParams {
  return new URL(url, 'http://localhost').searchParams
}

export function sendPage(reply: FastifyReply, title: string, body: Html, status = 200): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' })
    .type('text/html; charset=utf-8')
    .send(page(title, body))
}
