import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type AnswerOf,
  apiRoot,
  type BodyOf,
  type Endpoint,
  type FileType,
  type ParamsOf,
  type QueryOf,
} from '#contract/endpoint.ts'
import { type Caller, checkAccess, checkSubject } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import { bounds } from '../bounds.ts'
import type { Deps } from '../deps.ts'
import { queues } from '../queues/queues.ts'
import { type Requester, SharedQueue } from '../queues/shared-queue.ts'
import type { CheckProof } from '../sessions/check-proof.ts'
import type { FindSession, Session } from '../sessions/find-session.ts'
import { visitorOf } from './address.ts'
import { fileOf, fileOptions, sendFile, storedOptions, whileAllowed } from './files.ts'
import { sendProgress, wantsProgress } from './progress-lines.ts'
import { uploadOf, uploadOptions } from './upload.ts'
import { validate } from './validate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route. The app refuses to start with a route that does not declare it. */
    access?: Endpoint['who'] | 'page' | 'provider' | 'metrics_reader'
    /** The form field in which this route accepts a file. */
    upload?: string
    /** The type of file that this route accepts as its body. */
    takes?: FileType
    /** Whether this route accepts a form and does not read it. */
    ignoresForm?: boolean
    /** Stores the body while it arrives. */
    receive?: Receive
  }
  interface FastifyRequest {
    session: Session | undefined
  }
}

/** Stores a body while it arrives. What it returns becomes the body of the request. */
export type Receive = (request: FastifyRequest, body: Readable) => Promise<unknown>

type SignedIn<E extends Endpoint> = E['who'] extends 'anyone' | 'proven' ? undefined : Caller

/** A call that has passed its checks: its input, typed by its endpoint. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  caller: SignedIn<E>
  /** Reads the file of the call. The caller must have counted the call before. */
  upload: E extends { upload: string } | { takes: FileType } ? () => Buffer : undefined
  idempotencyKey: string | undefined
  /** Reports progress, between 0 and 1, to a client that asked for it. */
  reportProgress: (share: number) => void
  request: FastifyRequest
  reply: FastifyReply
}

/** The result of a handler: the response or file of its endpoint, if it has one, or the reply if it was already sent. */
type Handler<E extends Endpoint> = (
  call: Call<E>,
) => E extends { answers: FileType }
  ? Promise<Buffer | Readable>
  : AnswerOf<E> extends undefined
    ? Promise<void>
    : Promise<AnswerOf<E> | FastifyReply>

/** An endpoint that stores its body says how. */
export type Serve = <E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  ...receive: E extends { stores: readonly unknown[] } ? [Receive] : []
) => void

/** Serves endpoints of the contract. Access and validation are decided here, from the endpoint alone. */
export function serveOn(
  app: FastifyInstance,
  config: Deps['config'],
  findSession: FindSession,
  checkProof: CheckProof,
  limitAborted: (request: FastifyRequest) => Promise<void>,
): Serve {
  app.decorateRequest('session', undefined)
  const uploads = new SharedQueue(queues.uploads)
  return (endpoint, handler, receive?: Receive) => {
    const identify = async (request: FastifyRequest) => {
      request.session = await findSession(request)
      checkAccess(endpoint.who, request.session?.caller)
      if (endpoint.freshProof && request.session) await checkProof(endpoint.freshProof, request.session)
    }
    app.route({
      method: endpoint.method,
      url: apiRoot + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      config: {
        access: endpoint.who,
        ...(endpoint.upload && { upload: endpoint.upload }),
        ...(endpoint.takes && { takes: endpoint.takes }),
        ...(endpoint.ignoresForm && { ignoresForm: true }),
        ...(receive && { receive }),
      },
      ...(endpoint.who === 'admin' && { bodyLimit: bounds.adminJsonBytes }),
      ...(endpoint.upload && uploadOptions),
      ...(endpoint.takes && fileOptions),
      ...(endpoint.stores && storedOptions(endpoint.stores)),
      ...(endpoint.who !== 'anyone' && {
        onRequest: async (request, reply) => {
          // Private data: no cache may store it.
          reply.header('cache-control', 'no-store')
          await identify(request)
          if (!endpoint.upload && !endpoint.takes && !endpoint.stores) return
          await limitAborted(request)
          // Held until the response has been sent.
          reply.raw.once('close', uploads.enter(askerOf(request, config)))
        },
        // A body takes up to a minute to arrive, and its sender may lose session, role or account meanwhile.
        ...(endpoint.method !== 'GET' && {
          preHandler: async request => {
            if (request.arrivedLate) await identify(request)
          },
        }),
      }),
      handler: async (request, reply) => {
        const call = checkedCall(endpoint, request, reply)
        if (endpoint.reportsProgress && wantsProgress(request))
          return sendProgress(reply, reportProgress => handler({ ...call, reportProgress }))
        const answer = await handler(call)
        if (reply.sent) return
        if (endpoint.status && reply.statusCode === 200) reply.code(endpoint.status)
        if (answer === undefined) return reply.send()
        if (endpoint.answers) {
          const may = async () => checkAccess(endpoint.who, (await findSession(request))?.caller)
          return sendFile(reply, endpoint.answers, whileAllowed(answer as Buffer | Readable, may))
        }
        // As bytes: Node writes long strings to a socket at half the speed.
        return reply.type('application/json; charset=utf-8').send(Buffer.from(JSON.stringify(answer)))
      },
    })
  }
}

const askerOf = (request: FastifyRequest, config: Deps['config']): Requester => ({
  ...visitorOf(request, config),
  account: request.session?.caller.userId,
  isAdmin: request.session?.caller.admin,
})

function checkedCall<E extends Endpoint>(endpoint: E, request: FastifyRequest, reply: FastifyReply): Call<E> {
  const caller = request.session?.caller
  const check = (part: 'params' | 'query' | 'body') => {
    const value = endpoint[part] && validate(endpoint[part], request[part])
    for (const email of subjectsIn(endpoint, part, value)) checkSubject(endpoint.who, caller, email)
    return value
  }
  // The order matters: a caller who may not see this data must not learn what else is wrong with the call.
  const [params, query, body] = [check('params'), check('query'), check('body')]
  const idempotencyKey = endpoint.idempotent && readIdempotencyKey(request)
  const { upload: field } = endpoint
  const upload = field ? () => uploadOf(request, field) : endpoint.takes && (() => fileOf(request))
  const reportProgress = (_: number): void => undefined
  return { params, query, body, caller, upload, idempotencyKey, reportProgress, request, reply } as Call<E>
}

/** The email address of the person that a call is about, if its endpoint declares that this part has one. */
function subjectsIn({ subject }: Endpoint, part: 'params' | 'query' | 'body', value: unknown): string[] {
  const field = subject === 'nobody' ? undefined : subject?.[part]
  return field === undefined ? [] : [String(Object(value)[field])]
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,100}$/.test(key)) return key
  throw new Refusal('bad_input', 'An Idempotency-Key has 1 to 100 printable characters.')
}
