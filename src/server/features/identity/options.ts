import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { identity } from '#contract/identity.ts'
import { cachedJson, sendCached } from '../../cache/cached-response.ts'
import type { Deps } from '../../deps.ts'
import { demoAccounts } from '../../store/demo-ids.ts'
import * as users from '../../store/users.ts'

/** The options of the sign-in page. Includes only those demo accounts that can still sign in. */
export const serveOptions =
  (deps: Deps) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendCached(request, reply, cachedJson(await read(deps)))

async function read({
  db,
  config,
  google,
  github,
  pictureFolder,
}: Deps): Promise<AnswerOf<typeof identity.options>> {
  const offered = config.mode === 'demo' ? demoAccounts : []
  const ids = offered.map(({ id }) => id)
  const withPassword = await users.listWithPassword(db.read, ids)
  return {
    google: google !== undefined,
    github: github !== undefined,
    ...(config.oidc && { oidc: config.oidc.name }),
    isLive: config.mode === 'live',
    openDemo: config.isOpenDemo,
    ...(pictureFolder.isApart && { picturesNotShared: true }),
    demoAccounts: offered
      .filter(({ id }) => withPassword.includes(id))
      .map(({ label, email, password }) => ({ label, email, password })),
  }
}
