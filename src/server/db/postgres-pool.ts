import { Socket } from 'node:net'
import pg from 'pg'
import { isReadOnly, LostConnection } from './faults.ts'

const int8 = 20

/** How a shop is told from other programs on the same server. */
export const applicationName = 'tuckshop'

/** bigint as a number: cents, counts and times all stay far below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

/** After this the server itself calls a statement off. */
const statementMs = 10_000

/** Longer than a living server ever takes to answer: it would have called the statement off by then. */
const silenceMs = 12_000

/** The driver's words for a connection that is gone, where no error of the network says so. */
const goneWords =
  /^(Connection terminated|timeout e|Query read timeout|Client (has encountered a connection error|was closed)|Received unexpected|Cannot use a pool)/

/** Says of an error what it is: the server's own word, or a lost connection. */
export type Judge = (error: unknown) => unknown

interface Generation {
  pool: pg.Pool
  sockets: Set<Socket>
}

/**
 * The connections to one PostgreSQL. When a connection falls silent without being closed, or its server has become
 * read-only after a fail-over, the others lead to the same place: all of them are given up, and the next query
 * connects anew.
 */
export class PostgresPool {
  readonly #make: () => Generation
  #current: Generation
  readonly #silenceMs: number

  constructor(url: string, onIdleError: (error: Error) => void, silence = silenceMs) {
    this.#silenceMs = silence
    this.#make = () => generation(url, onIdleError, silence)
    this.#current = this.#make()
  }

  /** A connection, and what judges the errors on it. */
  async connect(): Promise<{ client: pg.PoolClient; judge: Judge }> {
    const from = this.#current
    const judge = (error: unknown) => this.#judge(error, from)
    try {
      return { client: await from.pool.connect(), judge }
    } catch (error) {
      throw judge(error)
    }
  }

  async query(config: pg.QueryConfig): Promise<pg.QueryResult> {
    const from = this.#current
    try {
      return await from.pool.query(config)
    } catch (error) {
      throw this.#judge(error, from)
    }
  }

  #judge(error: unknown, from: Generation): unknown {
    if (isSilence(error) || isReadOnly(error)) this.#renew(from)
    return isGone(error) ? new LostConnection(error) : error
  }

  async close(): Promise<void> {
    await this.#retire(this.#current, 5000)
  }

  /** Once for all queries that were under way on the same connections. */
  #renew(from: Generation): void {
    if (from !== this.#current) return
    this.#current = this.#make()
    // What is under way on them ends by itself until then.
    void this.#retire(from, this.#silenceMs)
  }

  /** A silent peer would never confirm that a connection is closed. */
  #retire({ pool, sockets }: Generation, patienceMs: number): Promise<void> {
    setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, patienceMs).unref()
    return pool.end()
  }
}

function generation(url: string, onIdleError: (error: Error) => void, silence: number): Generation {
  const sockets = new Set<Socket>()
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    application_name: applicationName,
    types,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: Math.min(statementMs, silence),
    query_timeout: silence,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
    stream: () => {
      const socket = new Socket()
      sockets.add(socket)
      return socket.once('close', () => sockets.delete(socket))
    },
  })
  pool.on('error', onIdleError)
  // The pool listens to idle connections only; one that is lost in use would otherwise end the process.
  pool.on('connect', client => client.on('error', onIdleError))
  return { pool, sockets }
}

const isSilence = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

/** Errors of the network have the system's names: ECONNRESET, EPIPE, EAI_AGAIN. */
const isGone = (error: unknown): error is Error =>
  error instanceof Error &&
  (('code' in error && /^E[A-Z_]+$/.test(String(error.code))) || goneWords.test(error.message))
