import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { identity } from '#contract/identity.ts'
import { AnswerCache } from '../../cache/answer-cache.ts'
import { cachedJson, sendCached } from '../../cache/cached-answer.ts'
import { demoAccounts } from '../../db/demo.ts'
import type { Deps } from '../../deps.ts'
import * as users from '../../store/users.ts'

/** What the sign-in page offers. Of the demo's accounts only those that can still sign in; kept until a user changes. */
export function optionsOf(deps: Deps) {
  const { db } = deps
  const kept = new AnswerCache(() => db.versions.of(['users']), { most: 1, bytes: 2 ** 16 })
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const options = await kept.get(`options ${deps.picturesApart}`, async () => cachedJson(await read(deps)))
    return sendCached(request, reply, options)
  }
}

async function read({
  db,
  config,
  google,
  github,
  picturesApart,
}: Deps): Promise<AnswerOf<typeof identity.options>> {
  const offered = config.mode === 'demo' ? demoAccounts : []
  const ids = offered.map(({ id }) => id)
  const living = await users.listWithPassword(db.read, ids)
  return {
    google: google !== undefined,
    github: github !== undefined,
    ...(config.oidc && { oidc: config.oidc.name }),
    openDemo: config.isOpenDemo,
    ...(picturesApart && { picturesApart }),
    demoAccounts: offered
      .filter(({ id }) => living.includes(id))
      .map(({ label, email, password }) => ({ label, email, password })),
  }
}
