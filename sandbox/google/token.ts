import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Context, keys } from '../context.ts'
import type { FaultSwitches } from '../fault-switches.ts'
import { fieldsOf } from '../forms.ts'
import type { Grant, Grants } from '../grants.ts'
import { clientOf, OAuthError, verifierMatches } from '../oauth.ts'
import type { People } from '../people.ts'
import { claimsAbout, issuerOf } from './claims.ts'
import { newKey, type SigningKey, signedToken } from './keys.ts'
import type { GooglePerson } from './people.ts'

type GoogleFault = 'tokenFails' | 'codeExpired' | 'wrongNonce' | 'foreignKey'

export interface Google {
  context: Context
  people: People<GooglePerson>
  grants: Grants
  faults: FaultSwitches<GoogleFault>
  key: SigningKey
}

const tokenSeconds = 3599

export function tokenRoute(app: FastifyInstance, google: Google): void {
  app.post('/google/token', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    if (google.faults.spend('tokenFails'))
      return reply
        .code(500)
        .send({ error: 'internal_failure', error_description: 'A fault switch made this fail.' })
    const fields = fieldsOf(request.body)
    checkClient(request.headers.authorization, fields)
    return tokensFor(google, redeem(google.grants, fields))
  })
}

function checkClient(authorization: string | undefined, fields: URLSearchParams): void {
  const client = clientOf(authorization, fields)
  if (client.id !== keys.googleClientId)
    throw new OAuthError('invalid_client', 'The OAuth client was not found.', 401)
  if (client.secret !== keys.googleClientSecret)
    throw new OAuthError('invalid_client', 'The provided client secret is invalid.', 401)
}

function redeem(grants: Grants, fields: URLSearchParams): Grant {
  if (fields.get('grant_type') !== 'authorization_code')
    throw new OAuthError('unsupported_grant_type', 'The grant_type has to be authorization_code.')
  const grant = grants.takeCode(fields.get('code') ?? '')
  if (!grant) throw new OAuthError('invalid_grant', 'The code is unknown, expired or was used before.')
  if (grant.redirectUri !== fields.get('redirect_uri'))
    throw new OAuthError(
      'redirect_uri_mismatch',
      'The redirect_uri differs from the one in the authorization request.',
    )
  if (!verifierMatches(grant, fields.get('code_verifier')))
    throw new OAuthError('invalid_grant', 'Invalid code verifier.')
  return grant
}

async function tokensFor(google: Google, grant: Grant): Promise<Record<string, unknown>> {
  const person = google.people.get(grant.personId)
  if (!person) throw new OAuthError('invalid_grant', 'The account is gone.')
  const accessToken = google.grants.issueToken(grant, 'ya29.', tokenSeconds)
  const now = Math.floor(Date.now() / 1000)
  const nonce = google.faults.spend('wrongNonce') ? 'not-the-nonce-you-sent' : grant.nonce
  const claims = {
    iss: issuerOf(google.context),
    azp: grant.clientId,
    aud: grant.clientId,
    iat: now,
    exp: now + tokenSeconds,
    at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
    ...(nonce !== undefined && { nonce }),
    ...claimsAbout(person, grant.scope, google.context),
  }
  // Signs with another key under our key id: only a client that verifies the signature notices.
  const key = google.faults.spend('foreignKey') ? { ...(await newKey()), id: google.key.id } : google.key
  return {
    access_token: accessToken,
    expires_in: tokenSeconds,
    scope: grant.scope,
    token_type: 'Bearer',
    id_token: signedToken(claims, key),
  }
}
