import { DatabaseSync } from 'node:sqlite'
import { brokenInvariants } from '../../src/server/books/invariants.ts'
import { databaseFile } from '../../src/server/db/data-dir.ts'
import type { Deps } from '../../src/server/deps.ts'
import { proofCookieOf, writeProof } from '../../src/server/features/identity/proof.ts'
import * as users from '../../src/server/store/users.ts'
import type { CallAnswer, QuietFacts } from '../interfaces.ts'
import { answerOf, type Server, shopUrl } from './browser.ts'
import type { CardProvider } from './card-provider.ts'
import type { EventLog } from './event-log.ts'
import type { ShopHost } from './shop-host.ts'

/** What can be looked up when nothing moves any more. */
export async function quietFacts(
  host: ShopHost,
  provider: CardProvider,
  log: EventLog,
  ownerEmail: string,
): Promise<QuietFacts> {
  const { deps } = host.shop
  const visitors = new Map<string, Visitor | undefined>()
  const asCustomer = async (email: string, path: string): Promise<CallAnswer> => {
    if (!visitors.has(email)) visitors.set(email, await visitorOf(deps, host.serve, email))
    return visitors.get(email)?.(path) ?? nobody
  }
  return {
    step: log.step,
    at: Date.now(),
    payments: provider.payments(),
    verify: [...(await brokenInvariants(deps.db.read, deps.now())), ...damageOf(deps)],
    asOwner: path => asCustomer(ownerEmail, path),
    asCustomer,
  }
}

type Visitor = (path: string) => Promise<CallAnswer>

const nobody: CallAnswer = { status: 401, headers: {}, body: { code: 'user_not_found' } }

/** A new browser that is signed in as somebody, whatever their password and second factor. */
async function visitorOf(deps: Deps, serve: Server, email: string): Promise<Visitor | undefined> {
  const user = await users.findByEmail(deps.db.read, email)
  if (!user) return undefined
  const proof = await deps.db.write(tx => writeProof(tx, user.id, deps.now(), true))
  const remoteAddress = '10.2.0.1'
  const headers = { host: new URL(shopUrl).host }
  const entered = await serve({
    method: 'PUT',
    url: `/api/users/${encodeURIComponent(email)}`,
    headers: {
      ...headers,
      'content-type': 'application/json',
      cookie: `${proofCookieOf(deps.config).name}=${proof}`,
    },
    payload: JSON.stringify({ email }),
    remoteAddress,
  })
  const authorization = `Bearer ${entered.json<{ token?: string }>().token}`
  return async url => {
    const request = { method: 'GET', url, headers: { ...headers, authorization } } as const
    return answerOf(await serve({ ...request, payload: undefined, remoteAddress }))
  }
}

/**
 * The first fault of the file itself that SQLite finds. On a new connection: one that has searched before remembers parts of
 * the index, and calls it damaged when another connection has written since.
 */
function damageOf({ config }: Deps): string[] {
  const database = new DatabaseSync(databaseFile(config.dataDir), { readOnly: true })
  try {
    const found = database.prepare('PRAGMA integrity_check(1)').all()
    const lines = found.map(row => String(row.integrity_check)).filter(line => line !== 'ok')
    return lines.map(line => `The database file is damaged: ${line}`)
  } finally {
    database.close()
  }
}
