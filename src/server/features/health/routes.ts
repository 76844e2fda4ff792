import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { apiRoot } from '#contract/endpoint.ts'
import type { Deps } from '../../deps.ts'
import { requestLog } from '../../http/log.ts'
import { sendProblem } from '../../http/problems.ts'

/** Healthy means that the database answers and accepts writes, and that this process is not shutting down. */
export function healthRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, shutdown } = deps
  // Liveness, regardless of the database: for supervisors that restart hanging processes.
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

/** A late backup is reported, but does not make the shop unhealthy: customers can still order. */
const backupHealth = (state: { isLate: boolean } | undefined) =>
  state && { backup: state.isLate ? 'late' : 'ok' }

/** The same applies to separate picture folders: some pictures are missing, and an operator has to act. */
const picturesHealth = ({ pictureFolder }: Deps) => pictureFolder.isApart && { pictures: 'apart' }
