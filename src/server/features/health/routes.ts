import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { apiRoot } from '#contract/endpoint.ts'
import type { Deps } from '../../deps.ts'
import { requestLog } from '../../http/log.ts'
import { sendProblem } from '../../http/problems.ts'

/** Healthy means that the database answers and takes changes, nothing less, and that this process has a while to live. */
export function healthRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, shutdown } = deps
  // The process lives, whatever becomes of its database: for whoever restarts shops that hang.
  app.get('/up', { config: { access: 'anyone' } }, async (_, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'up' }
  })
  app.get(`${apiRoot}/health`, { config: { access: 'anyone' } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (shutdown.signal.aborted)
      return sendProblem(reply, 'unavailable', 'The shop is closing.', { retryAfter: 5 })
    try {
      await sql`select 1`.execute(db.read)
    } catch (error) {
      requestLog(request).error({ err: error }, 'the database does not answer')
      return sendProblem(reply, 'unavailable', 'The database does not answer.', { retryAfter: 2 })
    }
    const fault = await db.writeProbe.fault()
    if (fault === undefined)
      return { status: 'ok', ...backupHealth(deps.backup?.state()), ...picturesHealth(deps) }
    requestLog(request).error({ err: fault }, 'the database takes no changes')
    return sendProblem(reply, 'unavailable', 'The database takes no changes.', { retryAfter: 2 })
  })
}

/** A backup that is late stops nobody from ordering: it is told, and the shop is healthy all the same. */
const backupHealth = (state: { isLate: boolean } | undefined) =>
  state && { backup: state.isLate ? 'late' : 'ok' }

/** Nor does a second folder of pictures: some of them are missing, and somebody has to know. */
const picturesHealth = ({ pictureFolder }: Deps) => pictureFolder.isApart && { pictures: 'apart' }
