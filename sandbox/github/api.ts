import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { avatarPath } from '../avatar.ts'
import type { Context } from '../context.ts'
import { bearerOf, scopesOf } from '../oauth.ts'
import { type GithubPerson, githubId, loginOf } from './people.ts'
import type { Github } from './token.ts'

interface Caller {
  person: GithubPerson
  scopes: string[]
}

export function apiRoutes(app: FastifyInstance, github: Github): void {
  app.get('/github/api/user', async (request, reply) => {
    const caller = callerOf(github, request, reply)
    return caller ? reply.send(profileOf(caller.person, github.context)) : reply
  })
  app.get('/github/api/user/emails', async (request, reply) => {
    const caller = callerOf(github, request, reply)
    if (!caller) return reply
    reply.header('x-accepted-oauth-scopes', 'user, user:email')
    // Without the scope, GitHub returns 404 instead of 403.
    if (!caller.scopes.some(scope => scope === 'user' || scope === 'user:email'))
      return refuse(reply, 404, 'Not Found')
    return reply.send(caller.person.emails)
  })
}

/** The caller; undefined if an error response has already been sent. */
function callerOf(
  { grants, people, faults }: Github,
  request: FastifyRequest,
  reply: FastifyReply,
): Caller | undefined {
  const { authorization, 'user-agent': agent } = request.headers
  const grant = grants.findByToken(bearerOf(authorization))
  const person = grant && people.get(grant.personId)
  if (faults.spend('apiFails')) refuse(reply, 502, 'Server Error')
  else if (!agent)
    reply
      .code(403)
      .type('text/plain')
      .send('Request forbidden by administrative rules. Make sure your request has a User-Agent header.')
  else if (!authorization) refuse(reply, 401, 'Requires authentication')
  else if (!person) refuse(reply, 401, 'Bad credentials')
  else {
    const scopes = scopesOf(grant.scope)
    reply.headers({ 'cache-control': 'private, no-store', 'x-oauth-scopes': scopes.join(', ') })
    return { person, scopes }
  }
  return undefined
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply
    .code(status)
    .send({ message, documentation_url: 'https://docs.github.com/rest', status: String(status) })
}

function profileOf(person: GithubPerson, context: Context): Record<string, unknown> {
  const login = loginOf(person)
  const shown = person.emails.find(({ primary, visibility }) => primary && visibility === 'public')
  return {
    login,
    id: githubId(person),
    node_id: Buffer.from(`04:User${githubId(person)}`).toString('base64'),
    avatar_url: `${context.url}${avatarPath('/github', person)}`,
    url: `${context.url}/github/api/users/${login}`,
    html_url: `${context.url}/github`,
    type: 'User',
    site_admin: false,
    name: person.name,
    email: shown?.email ?? null,
    created_at: '2020-01-01T00:00:00Z',
    updated_at: '2020-01-01T00:00:00Z',
  }
}
