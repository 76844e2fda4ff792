import type { FastifyInstance } from 'fastify'
import { html } from './page.ts'
import type { People, Person } from './people.ts'

/** An SVG with the person's initials, in a colour derived from the person. */
function avatar(person: Person): string {
  const initials = person.name
    .split(/\s+/)
    .slice(0, 2)
    .map(word => [...word][0] ?? '')
    .join('')
  const hue = [...person.id].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0) * 47, 0) % 360
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">
<circle cx="48" cy="48" r="48" fill="hsl(${hue} 42% 38%)"/>
<text x="48" y="50" fill="#fff" font-family="system-ui, sans-serif" font-size="38" text-anchor="middle" dominant-baseline="middle">${initials}</text>
</svg>`.text
}

export const avatarPath = (root: string, person: Person): string =>
  `${root}/people/${encodeURIComponent(person.id)}/picture`

export function avatarRoute<P extends Person>(app: FastifyInstance, root: string, people: People<P>): void {
  app.get<{ Params: { id: string } }>(`${root}/people/:id/picture`, async (request, reply) => {
    const person = people.get(request.params.id)
    if (!person) return reply.code(404).send({ error: 'not_found' })
    return reply
      .headers({ 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'" })
      .type('image/svg+xml; charset=utf-8')
      .send(avatar(person))
  })
}
