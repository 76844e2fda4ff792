import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import { apiRoot, type Endpoint } from '#contract/endpoint.ts'
import { type NamedCall, namedCalls } from '#contract/index.ts'
import type { Who } from '#domain/access.ts'
import { escapeHtml } from '#domain/html.ts'
import { CachedResponse } from '../../cache/cached-response.ts'

const style = `
:root{color-scheme:light dark}
body{margin:0 auto;max-width:60rem;padding:2rem 1.25rem 4rem;background:#fbf8f3;color:#2a2420;font:1rem/1.55 system-ui,sans-serif}
h1,h2{font-family:Georgia,serif;font-weight:400;line-height:1.2}
h2{margin:2.5rem 0 .5rem}
a{color:inherit;text-underline-offset:.2em}
details{border-top:1px solid #2a242033;padding:.5rem 0}
summary{cursor:pointer}
summary span{display:block;padding-left:1.1rem;opacity:.8}
code{font:.9em/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
dl{margin:.5rem 0 .5rem 1.1rem}
dt{font-weight:600}
dd{margin:0 0 .5rem}
@media(prefers-color-scheme:dark){body{background:#1b1714;color:#f2ece4}details{border-color:#f2ece433}}
`

const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const whoInWords: Record<Who, string> = {
  anyone: 'anyone',
  proven: 'a user who has just signed in with that email',
  user: 'a signed-in user, for themselves',
  owner: 'the owner of the order',
  owner_or_admin: 'the owner of the order, or an admin',
  self: 'the user of that email',
  self_or_admin: 'the user of that email, or an admin',
  admin: 'an admin',
}

/** The calls of the contract as a readable page: no script, nothing to load, and each call collapsed. */
export const apiPage = (shopName: string): CachedResponse =>
  new CachedResponse(page(shopName), {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
  })

function page(shopName: string): string {
  const nouns = Map.groupBy(namedCalls, ({ noun }) => noun)
  const sections = [...nouns].map(([noun, calls]) => `<h2>${noun}</h2>${calls.map(callOf).join('')}`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API · ${escapeHtml(shopName)}</title><meta name="robots" content="noindex"><style>${style}</style></head><body><main><h1>The API of the shop</h1><p>Every call that the pages make, and that other programs may make. Send and expect JSON. Once signed in, send the access token: <code>Authorization: Bearer …</code>. A refusal is <code>application/problem+json</code> with a stable <code>code</code>. Amounts are in major units of its currency, times ISO 8601. Programs read the same as <a href="${apiRoot}/openapi.json">OpenAPI</a>.</p>${sections.join('')}<p><a href="/">Back to the shop</a></p></main></body></html>`
}

function callOf({ call }: NamedCall): string {
  const { method, path, summary, who } = call
  const rows = [['Who', whoInWords[who]], ...partsOf(call)]
  const list = rows.map(([term, words = '']) => `<dt>${term}</dt><dd>${escapeHtml(words)}</dd>`)
  return `<details><summary><code>${method} ${apiRoot}${path}</code><span>${escapeHtml(summary)}</span></summary><dl>${list.join('')}</dl></details>`
}

function partsOf({ query, body, upload, takes, answer, answers, status }: Endpoint): [string, string][] {
  const parts: [string, string | undefined][] = [
    ['Query', query && wordsOf(query, 'input')],
    ['Body', body ? wordsOf(body, 'input') : upload ? `a form with a file in ${upload}` : takes],
    [
      'Answer',
      `${status ?? 200}${answer ? `: ${wordsOf(answer, 'output')}` : answers ? `: ${answers}` : ''}`,
    ],
  ]
  return parts.flatMap(([term, words]) => (words === undefined ? [] : [[term, words]]))
}

interface Schema {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
}

const wordsOf = (shape: z.ZodMiniType, io: 'input' | 'output'): string =>
  typeOf(z.toJSONSchema(shape, { io, unrepresentable: 'any' }) as Schema)

/** Roughly as TypeScript would write it: {name: string, after?: string}. */
function typeOf({
  type,
  enum: values,
  const: value,
  properties,
  required = [],
  items,
  anyOf,
}: Schema): string {
  if (anyOf) return anyOf.map(typeOf).join(' | ')
  if (values) return values.map(one => JSON.stringify(one)).join(' | ')
  if (value !== undefined) return JSON.stringify(value)
  if (items) return `${typeOf(items)}[]`
  if (!properties) return [type ?? 'anything'].flat().join(' | ')
  const fields = Object.entries(properties).map(
    ([name, of]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(of)}`,
  )
  return `{${fields.join(', ')}}`
}
