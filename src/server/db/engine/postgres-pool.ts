import { Socket } from 'node:net'
import pg from 'pg'
import { isReadOnly, LostConnection } from './faults.ts'

const int8 = 20

/** Distinguishes shops from other programs on the same server. */
export const applicationName = 'tuckshop'

/** bigint as a number: minor units, counts and times all stay far below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

/** The server cancels a statement after this. */
const statementMs = 10_000

/** By then a server that is alive has canceled the statement. */
const defaultSilenceMs = 12_000

const defaultSize = 10

/** The driver's messages for a lost connection without a network error. */
const lostConnectionMessages =
  /^(Connection terminated|timeout e|Query read timeout|Client (has encountered a connection error|was closed)|Received unexpected|Cannot use a pool|There was an error establishing)/

/** The server ends a transaction after this time without a statement. */
const idleMs = 15_000

/** Turns the errors of a lost connection into LostConnection. */
export type Classify = (error: unknown) => unknown

/** A connection of the pool, until it is released. */
export interface Borrowed {
  client: pg.PoolClient
  classify: Classify
  /**
   * A pooler such as pgbouncer may run each transaction on a different connection to the server: settings and prepared
   * statements last for one transaction only.
   */
  isShared: boolean
}

export interface PoolSettings {
  size?: number | undefined
  /** A connection without an answer for this long counts as lost. */
  silenceMs?: number | undefined
}

interface Generation {
  pool: pg.Pool
  sockets: Set<Socket>
}

/**
 * The connections to one PostgreSQL. When one is silent, or its server is read-only after a fail-over, the others lead
 * to the same server: all are replaced, and the next query connects again.
 */
export class PostgresPool {
  readonly #make: () => Generation
  #current: Generation
  readonly #silenceMs: number
  readonly #statementMs: number
  readonly #isShared = new WeakMap<pg.PoolClient, boolean>()

  constructor(url: string, onIdleError: (error: Error) => void, settings: PoolSettings = {}) {
    const { size = defaultSize, silenceMs = defaultSilenceMs } = settings
    this.#silenceMs = silenceMs
    this.#statementMs = Math.min(statementMs, silenceMs)
    this.#make = () => generation(url, onIdleError, size, silenceMs)
    this.#current = this.#make()
  }

  async connect(): Promise<Borrowed> {
    const from = this.#current
    const classify = (error: unknown) => this.#classify(error, from)
    let client: pg.PoolClient | undefined
    try {
      client = await from.pool.connect()
      return { client, classify, isShared: this.#isShared.get(client) ?? (await this.#setUp(client)) }
    } catch (error) {
      client?.release(true)
      throw classify(error)
    }
  }

  /** Runs one query, which may depend on whether the connection is shared. */
  async query(config: (isShared: boolean) => pg.QueryConfig): Promise<pg.QueryResult> {
    const { client, classify, isShared } = await this.connect()
    try {
      const result = await client.query(config(isShared))
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw classify(error)
    }
  }

  /** On a shared connection each transaction sets its own timeouts. */
  beginStatement(mode: string, isShared: boolean): string {
    const limits = `set local statement_timeout = ${this.#statementMs}; set local idle_in_transaction_session_timeout = ${idleMs}`
    return `start transaction ${mode}${isShared ? `; ${limits}` : ''}`
  }

  /**
   * The first query on a connection finds out whether it is shared, and sets the timeouts if it is not. The start-up
   * packet cannot do that, because pgbouncer refuses it. pgbouncer also invents process ids: if the server has
   * another one, a pooler is in between.
   */
  async #setUp(client: pg.PoolClient): Promise<boolean> {
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

  #classify(error: unknown, from: Generation): unknown {
    if (isSilence(error) || isReadOnly(error)) this.#renew(from)
    return isLostConnection(error) ? new LostConnection(error) : error
  }

  async close(): Promise<void> {
    await this.#retire(this.#current, 5000)
  }

  /** Runs once for all queries that fail on the same connections. */
  #renew(from: Generation): void {
    if (from !== this.#current) return
    this.#current = this.#make()
    // Their running queries end within this time.
    void this.#retire(from, this.#silenceMs)
  }

  /** A silent server would never confirm the close. */
  #retire({ pool, sockets }: Generation, graceMs: number): Promise<void> {
    setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, graceMs).unref()
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
  // The pool only listens to idle connections; an error on a busy one would end the process.
  pool.on('connect', client => client.on('error', onIdleError))
  return { pool, sockets }
}

/** The process id that the server sent when the connection was opened. */
const processOf = (client: pg.ClientBase): number =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : 0

const isSilence = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

/** Network errors have codes such as ECONNRESET, EPIPE, EAI_AGAIN. */
const isLostConnection = (error: unknown): error is Error =>
  error instanceof Error &&
  (('code' in error && /^E[A-Z_]+$/.test(String(error.code))) || lostConnectionMessages.test(error.message))
