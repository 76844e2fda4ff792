import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Context, keys } from '../context.ts'
import type { FaultSwitches } from '../fault-switches.ts'
import { fieldsOf } from '../forms.ts'
import type { Grant, Grants } from '../grants.ts'
import { clientOf, OAuthError, scopesOf, verifierMatches } from '../oauth.ts'
import type { People } from '../people.ts'
import type { GithubPerson } from './people.ts'

type GithubFault = 'tokenFails' | 'codeExpired' | 'apiFails'

export interface Github {
  context: Context
  people: People<GithubPerson>
  grants: Grants
  faults: FaultSwitches<GithubFault>
}

/** GitHub's tokens expire after a year without use. */
const tokenSeconds = 365 * 24 * 3600

export function tokenRoute(app: FastifyInstance, { grants, faults }: Github): void {
  app.post('/github/login/oauth/access_token', async (request, reply) => {
    if (faults.spend('tokenFails')) return reply.code(500).send({ message: 'Server Error' })
    const accept = request.headers.accept ?? ''
    try {
      const grant = redeem(grants, request.headers.authorization, fieldsOf(request.body))
      const access_token = grants.issueToken(grant, 'gho_', tokenSeconds)
      const scope = scopesOf(grant.scope).join(',')
      return sendAccepted(accept, reply, { access_token, scope, token_type: 'bearer' })
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      return sendAccepted(accept, reply, {
        error: error.code,
        error_description: error.message,
        error_uri: `https://docs.github.com/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors/#${error.code.replaceAll('_', '-')}`,
      })
    }
  })
}

/** GitHub always returns 200, form-encoded unless JSON is requested. */
function sendAccepted(accept: string, reply: FastifyReply, answer: Record<string, string>): FastifyReply {
  reply.header('cache-control', 'no-store')
  if (/\bjson\b/.test(accept)) return reply.send(answer)
  return reply
    .type('application/x-www-form-urlencoded; charset=utf-8')
    .send(new URLSearchParams(answer).toString())
}

function redeem(grants: Grants, authorization: string | undefined, fields: URLSearchParams): Grant {
  const client = clientOf(authorization, fields)
  if (client.id !== keys.githubClientId || client.secret !== keys.githubClientSecret)
    throw new OAuthError(
      'incorrect_client_credentials',
      'The client_id and/or client_secret passed are incorrect.',
    )
  const grant = grants.takeCode(fields.get('code') ?? '')
  if (!grant || !verifierMatches(grant, fields.get('code_verifier')))
    throw new OAuthError('bad_verification_code', 'The code passed is incorrect or expired.')
  // GitHub accepts a missing redirect_uri here, but not a different one.
  if (fields.has('redirect_uri') && fields.get('redirect_uri') !== grant.redirectUri)
    throw new OAuthError(
      'redirect_uri_mismatch',
      'The redirect_uri MUST match the registered callback URL for this application.',
    )
  return grant
}
