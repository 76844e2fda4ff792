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
const usualSilenceMs = 12_000

const usualSize = 10

/** The driver's words for a connection that is gone, where no error of the network says so. */
const goneWords =
  /^(Connection terminated|timeout e|Query read timeout|Client (has encountered a connection error|was closed)|Received unexpected|Cannot use a pool|There was an error establishing)/

/** The server ends a transaction in which the shop has said nothing for so long. */
const idleMs = 15_000

/** Says of an error what it is: the server's own word, or a lost connection. */
export type Judge = (error: unknown) => unknown

/** A connection for a while. */
export interface Lent {
  client: pg.PoolClient
  judge: Judge
  /**
   * Somebody between the shop and the server (pgbouncer) lends the server's connections out, another one for each
   * transaction: what is set or prepared outside of a transaction is gone, or somebody else's.
   */
  isShared: boolean
}

export interface PoolSettings {
  /** How many connections at most. */
  size?: number | undefined
  /** How long an answer may take. */
  silenceMs?: number | undefined
}

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
  readonly #statementMs: number
  /** Of the connections that were asked. */
  readonly #isShared = new WeakMap<pg.PoolClient, boolean>()

  constructor(url: string, onIdleError: (error: Error) => void, settings: PoolSettings = {}) {
    const { size = usualSize, silenceMs = usualSilenceMs } = settings
    this.#silenceMs = silenceMs
    this.#statementMs = Math.min(statementMs, silenceMs)
    this.#make = () => generation(url, onIdleError, size, silenceMs)
    this.#current = this.#make()
  }

  async connect(): Promise<Lent> {
    const from = this.#current
    const judge = (error: unknown) => this.#judge(error, from)
    let client: pg.PoolClient | undefined
    try {
      client = await from.pool.connect()
      return { client, judge, isShared: this.#isShared.get(client) ?? (await this.#greet(client)) }
    } catch (error) {
      client?.release(true)
      throw judge(error)
    }
  }

  /** A single question, which may depend on whether the connection is shared. */
  async query(question: (isShared: boolean) => pg.QueryConfig): Promise<pg.QueryResult> {
    const { client, judge, isShared } = await this.connect()
    try {
      const result = await client.query(question(isShared))
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw judge(error)
    }
  }

  /** What begins a transaction. On a shared connection it brings its limits along. */
  beginning(mode: string, isShared: boolean): string {
    const limits = `set local statement_timeout = ${this.#statementMs}; set local idle_in_transaction_session_timeout = ${idleMs}`
    return `start transaction ${mode}${isShared ? `; ${limits}` : ''}`
  }

  /**
   * The first words on a connection: whose is it, and, where it is the shop's own, after how long the server is to give
   * up. Not in the start-up packet, because pgbouncer refuses that. It also makes up a process for each of its
   * connections: where the server knows of another one, there is somebody in between.
   */
  async #greet(client: pg.PoolClient): Promise<boolean> {
    const isOwn = `pg_backend_pid() = ${processOf(client)}`
    const { rows } = await client.query<{ isOwn: boolean }>(
      `select ${isOwn} as "isOwn", case when ${isOwn} then
        set_config('statement_timeout', '${this.#statementMs}', false) ||
        set_config('idle_in_transaction_session_timeout', '${idleMs}', false) end`,
    )
    const isShared = !rows[0]?.isOwn
    this.#isShared.set(client, isShared)
    return isShared
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

function generation(
  url: string,
  onIdleError: (error: Error) => void,
  size: number,
  silenceMs: number,
): Generation {
  const sockets = new Set<Socket>()
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: applicationName,
    types,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    query_timeout: silenceMs,
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

/** The server's process behind a connection, as it was told at its beginning. */
const processOf = (client: pg.ClientBase): number =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : 0

const isSilence = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

/** Errors of the network have the system's names: ECONNRESET, EPIPE, EAI_AGAIN. */
const isGone = (error: unknown): error is Error =>
  error instanceof Error &&
  (('code' in error && /^E[A-Z_]+$/.test(String(error.code))) || goneWords.test(error.message))
