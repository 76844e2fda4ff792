import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authorizeRoutes, peopleForDisplay } from '../authorize.ts'
import { avatarRoute } from '../avatar.ts'
import { peopleTable } from '../chooser.ts'
import { type Context, keys } from '../context.ts'
import { FaultSwitches, faultForm, faultRoutes } from '../fault-switches.ts'
import { acceptForms, sendPage } from '../forms.ts'
import { Grants } from '../grants.ts'
import { bearerOf, OAuthError, scopesOf } from '../oauth.ts'
import { html } from '../page.ts'
import { People } from '../people.ts'
import { claimsAbout, discoveryDocument } from './claims.ts'
import { publicKeySet, signingKey } from './keys.ts'
import { googleLabel, googlePeople, newGooglePerson } from './people.ts'
import { type Google, tokenRoute } from './token.ts'

/** Sign in with Google: an OpenID Connect provider with fictitious accounts. */
export async function googlePart(app: FastifyInstance, context: Context): Promise<void> {
  const google: Google = {
    context,
    people: new People(context.documents, 'google.person', googlePeople),
    grants: new Grants(context.documents, 'google'),
    faults: new FaultSwitches(context.documents, '/google/faults', {
      tokenFails: 'Token requests that fail with a 500',
      codeExpired: 'Sign-ins that return an expired code',
      wrongNonce: 'ID tokens with a wrong nonce',
      foreignKey: "ID tokens signed with a stranger's key",
    }),
    key: await signingKey(context.documents),
  }
  acceptForms(app)
  app.setErrorHandler(sendOAuthError)
  signInRoutes(app, google)
  tokenRoute(app, google)
  app.get('/google/.well-known/openid-configuration', async () => discoveryDocument(context))
  app.get('/google/jwks', async (_, reply) =>
    reply.header('cache-control', 'public, max-age=3600').send(publicKeySet(google.key)),
  )
  app.route({
    method: ['GET', 'POST'],
    url: '/google/userinfo',
    handler: async (request, reply) => userInfo(google, request, reply),
  })
  faultRoutes(app, google.faults, '/google')
}

function signInRoutes(app: FastifyInstance, { people, grants, faults }: Google): void {
  avatarRoute(app, '/google', people)
  authorizeRoutes(app, {
    name: 'Google',
    root: '/google',
    path: '/google/authorize',
    clientId: keys.googleClientId,
    people,
    grants,
    emailIsOptional: false,
    line: googleLabel,
    newPerson: newGooglePerson,
    check: checkRequest,
    codeSeconds: () => (faults.spend('codeExpired') ? -1 : 60),
    denial: 'The user denied access.',
  })
  app.get('/google', async (_, reply) =>
    sendPage(
      reply,
      'Google',
      html`<p>These people can sign in with Google; you can create more when the shop sends you here to sign in.</p>
      ${peopleTable('/google', peopleForDisplay({ people, line: googleLabel }))}${faultForm(faults)}`,
    ),
  )
}

function checkRequest(parameters: URLSearchParams): void {
  if (parameters.get('response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'The response_type has to be code.')
  if (!scopesOf(parameters.get('scope') ?? '').includes('openid'))
    throw new OAuthError('invalid_scope', 'The scope has to include openid.')
}

function userInfo(
  { grants, people, context }: Google,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const grant = grants.findByToken(bearerOf(request.headers.authorization))
  const person = grant && people.get(grant.personId)
  if (!person) {
    reply.header('www-authenticate', 'Bearer realm="Sandbox", error="invalid_token"')
    throw new OAuthError('invalid_token', 'The access token is unknown or expired.', 401)
  }
  return reply.header('cache-control', 'no-store').send(claimsAbout(person, grant.scope, context))
}

function sendOAuthError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof OAuthError)) throw error
  // RFC 6749: a failed Authorization header must get a WWW-Authenticate response.
  if (error.code === 'invalid_client' && request.headers.authorization)
    reply.header('www-authenticate', 'Basic realm="Sandbox"')
  return reply.code(error.status).send({ error: error.code, error_description: error.message })
}
