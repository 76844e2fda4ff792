import type { FastifyInstance, FastifyReply } from 'fastify'
import { chooserBody, type Face } from './chooser.ts'
import { fieldsOf, queryOf, sendPage } from './forms.ts'
import type { Grants } from './grants.ts'
import { type AuthorizationRequest, authorizationRequest, OAuthError, returnAddress } from './oauth.ts'
import { html } from './page.ts'
import { type Account, accountFrom, type People, type Person } from './people.ts'

/** The differences between Google's and GitHub's sign-in; all other code is shared. */
export interface Provider<P extends Person> {
  name: string
  root: string
  path: string
  clientId: string
  people: People<P>
  grants: Grants
  emailIsOptional: boolean
  line(person: P): string
  newPerson(account: Account): P
  /** Throws an OAuthError if this provider does not support the request. */
  check(parameters: URLSearchParams): void
  codeSeconds(): number
  /** The error description after Cancel. */
  denial: string
}

/** GET shows the account chooser; its forms POST the same parameters plus `person` or `action`. */
export function authorizeRoutes<P extends Person>(app: FastifyInstance, provider: Provider<P>): void {
  app.get(provider.path, async (request, reply) =>
    handleOAuthErrors(provider, queryOf(request.url), reply, (asked, carried) =>
      choose(provider, asked, carried, reply),
    ),
  )
  app.post(provider.path, async (request, reply) => {
    const fields = fieldsOf(request.body)
    return handleOAuthErrors(provider, fields, reply, (asked, carried) =>
      decide(provider, asked, carried, fields, reply),
    )
  })
}

/** The OAuth parameters, which the forms pass on; the forms' own fields are not passed on. */
const oauthParameters = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
]

function handleOAuthErrors<P extends Person>(
  provider: Provider<P>,
  parameters: URLSearchParams,
  reply: FastifyReply,
  answer: (asked: AuthorizationRequest, carried: URLSearchParams) => FastifyReply,
): FastifyReply {
  let redirectUri: URL | undefined
  try {
    redirectUri = returnAddress(parameters, provider.clientId)
    provider.check(parameters)
    const carried = new URLSearchParams([...parameters].filter(([name]) => oauthParameters.includes(name)))
    return answer(authorizationRequest(parameters, redirectUri), carried)
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const fault = { error: error.code, error_description: error.message }
    if (redirectUri) return sendBack(reply, redirectUri, parameters.get('state'), fault)
    const body = html`<p>${error.message}</p><p>Error ${error.status}: <code>${error.code}</code></p>`
    return sendPage(reply, `${provider.name} cannot sign you in`, body, error.status)
  }
}

function choose<P extends Person>(
  provider: Provider<P>,
  asked: AuthorizationRequest,
  carried: URLSearchParams,
  reply: FastifyReply,
  problem?: string,
): FastifyReply {
  const body = chooserBody({
    provider: provider.name,
    root: provider.root,
    action: provider.path,
    people: peopleForDisplay(provider),
    shop: asked.redirectUri.host,
    emailIsOptional: provider.emailIsOptional,
    carried,
    ...(problem && { problem }),
  })
  return sendPage(reply, `Sign in with ${provider.name}`, body, problem ? 400 : 200)
}

export const peopleForDisplay = <P extends Person>({
  people,
  line,
}: Pick<Provider<P>, 'people' | 'line'>): Face[] =>
  people.list().map(person => ({ ...person, line: line(person) }))

function decide<P extends Person>(
  provider: Provider<P>,
  asked: AuthorizationRequest,
  carried: URLSearchParams,
  fields: URLSearchParams,
  reply: FastifyReply,
): FastifyReply {
  if (fields.get('action') === 'deny') throw new OAuthError('access_denied', provider.denial)
  const person =
    fields.get('action') === 'create'
      ? createPerson(provider, fields)
      : provider.people.get(fields.get('person') ?? '')
  if (typeof person === 'string') return choose(provider, asked, carried, reply, person)
  if (!person) return choose(provider, asked, carried, reply, 'There is no person with that name.')
  const { redirectUri, state, ...rest } = asked
  const code = provider.grants.issueCode(
    { ...rest, redirectUri: carried.get('redirect_uri') ?? '', personId: person.id },
    provider.codeSeconds(),
  )
  return sendBack(reply, redirectUri, state ?? null, { code })
}

function createPerson<P extends Person>(provider: Provider<P>, fields: URLSearchParams): P | string {
  const account = accountFrom(fields, provider.emailIsOptional)
  return typeof account === 'string' ? account : provider.people.keep(provider.newPerson(account))
}

function sendBack(
  reply: FastifyReply,
  to: URL,
  state: string | null,
  answer: Record<string, string>,
): FastifyReply {
  const address = new URL(to)
  for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value)
  if (state !== null) address.searchParams.set('state', state)
  return reply.header('cache-control', 'no-store').redirect(address.href, 303)
}
