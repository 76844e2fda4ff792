import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Changed, News, newsIn } from './news.ts'
import { applicationName, processOf } from './postgres-pool.ts'

const channel = 'tuckshop_changes'

/** A shop that sells tells of its changes so often at most. */
const pauseMs = 50

/** After a connection was lost: the first try, and the longest pause. */
const [firstTryMs, longestPauseMs] = [100, 5000]

/** Behind a pooler nobody hears anything, however often it is tried. */
class NotOurs extends Error {}

/**
 * Tells other processes at once what this one has changed, and hears what they have: LISTEN and NOTIFY on a connection
 * of its own. Telling is no part of the transaction that changed something. PostgreSQL lets those that tell commit one
 * after the other, each with its own wait for the disk, and orders would queue up behind each other. So it may be lost,
 * and whoever lives by it has to look now and then as well (looks.ts).
 */
export class PostgresListener {
  readonly #url: string
  readonly #self = randomUUID()
  readonly #news = new News()
  readonly #closing = new AbortController()
  #told: (changed: Changed) => void = () => undefined
  #client: pg.Client | undefined
  #socket: Socket | undefined
  #isListening = false
  #isTelling = false
  #isBegun = false

  constructor(url: string) {
    this.#url = url
  }

  onNews(told: (changed: Changed) => void): void {
    this.#told = told
  }

  /** From now on, until it is closed. */
  begin(): void {
    if (this.#isBegun) return
    this.#isBegun = true
    void this.#stay()
  }

  tell(changed: Changed): void {
    if (!this.#isListening) return
    this.#news.add(changed)
    if (!this.#isTelling) void this.#tellAll()
  }

  /** Nothing is under way that would have to end, and a silent server would never confirm it. */
  close(): void {
    this.#closing.abort()
    this.#socket?.destroy()
  }

  async #stay(): Promise<void> {
    const { signal } = this.#closing
    for (let pause = firstTryMs; !signal.aborted; pause = Math.min(2 * pause, longestPauseMs)) {
      try {
        await this.#listen(() => {
          pause = firstTryMs
        })
      } catch (error) {
        if (error instanceof NotOurs) return
      }
      await delay(pause, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  /** Ends when the connection does. */
  async #listen(onReady: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: applicationName,
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5000,
      stream: () => {
        this.#socket = new Socket()
        return this.#socket
      },
    })
    const gone = new Promise<void>(resolve => client.once('end', resolve))
    client.on('error', () => undefined)
    client.on('notification', ({ payload = '' }) => this.#hear(payload))
    this.#client = client
    try {
      await client.connect()
      await this.#introduce(client)
      this.#isListening = true
      onReady()
      await gone
    } finally {
      this.#isListening = false
      this.#news.take(this.#self)
      this.#socket?.destroy()
    }
  }

  async #introduce(client: pg.Client): Promise<void> {
    const { rows } = await client.query(`select pg_backend_pid() = ${processOf(client)} as "isOurs"`)
    if (!rows[0]?.isOurs) throw new NotOurs()
    // What is told has happened already: nothing is lost with it, and nobody waits for the disk.
    await client.query('set synchronous_commit = off')
    await client.query(`listen ${channel}`)
  }

  #hear(message: string): void {
    const changed = newsIn(message, this.#self)
    if (changed) this.#told(changed)
  }

  async #tellAll(): Promise<void> {
    this.#isTelling = true
    const { signal } = this.#closing
    for (let message = this.#news.take(this.#self); message; message = this.#news.take(this.#self)) {
      // Whoever cannot tell does not hear either, and connects anew.
      await this.#client
        ?.query('select pg_notify($1, $2)', [channel, message])
        .catch(() => this.#socket?.destroy())
      await delay(pauseMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
    this.#isTelling = false
  }
}
