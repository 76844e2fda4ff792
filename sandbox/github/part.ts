import type { FastifyInstance } from 'fastify'
import { authorizeRoutes, peopleForDisplay } from '../authorize.ts'
import { avatarRoute } from '../avatar.ts'
import { peopleTable } from '../chooser.ts'
import { type Context, keys } from '../context.ts'
import { FaultSwitches, faultForm, faultRoutes } from '../fault-switches.ts'
import { acceptForms, sendPage } from '../forms.ts'
import { Grants } from '../grants.ts'
import { html } from '../page.ts'
import { People } from '../people.ts'
import { apiRoutes } from './api.ts'
import { githubLine, githubPeople, newGithubPerson } from './people.ts'
import { type Github, tokenRoute } from './token.ts'

/** Sign in with GitHub: OAuth, and the two API calls that identify a user. */
export async function githubPart(app: FastifyInstance, context: Context): Promise<void> {
  const github: Github = {
    context,
    people: new People(context.documents, 'github.person', githubPeople),
    grants: new Grants(context.documents, 'github'),
    faults: new FaultSwitches(context.documents, '/github/faults', {
      tokenFails: 'Token requests that fail with a 500',
      codeExpired: 'Sign-ins that return an expired code',
      apiFails: 'API calls that fail with a 502',
    }),
  }
  acceptForms(app)
  signInRoutes(app, github)
  tokenRoute(app, github)
  apiRoutes(app, github)
  faultRoutes(app, github.faults, '/github')
}

function signInRoutes(app: FastifyInstance, { people, grants, faults }: Github): void {
  avatarRoute(app, '/github', people)
  authorizeRoutes(app, {
    name: 'GitHub',
    root: '/github',
    path: '/github/login/oauth/authorize',
    clientId: keys.githubClientId,
    people,
    grants,
    emailIsOptional: true,
    line: githubLine,
    newPerson: newGithubPerson,
    // GitHub has only one flow and requires neither response_type nor scope.
    check: () => undefined,
    // GitHub's codes expire after ten minutes.
    codeSeconds: () => (faults.spend('codeExpired') ? -1 : 600),
    denial: 'The user has denied your application access.',
  })
  app.get('/github', async (_, reply) =>
    sendPage(
      reply,
      'GitHub',
      html`<p>These people can sign in with GitHub; you can create more when the shop sends you here to sign in.</p>
      ${peopleTable('/github', peopleForDisplay({ people, line: githubLine }))}${faultForm(faults)}`,
    ),
  )
}
