import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { dayMs } from '#domain/day.ts'
import type { ShopDetails } from '#domain/invoice.ts'
import { givenSockets } from './http/inherited-sockets.ts'
import type { TraceSettings } from './observability/tracing.ts'
import { isLoopback, isLoopbackHost } from './settings/loopback.ts'
import { nobodysHost, type Providers, providersOf } from './settings/providers.ts'
import { type Setting, type Settings, settings } from './settings/settings.ts'
import { shopVersion } from './version.ts'

export interface Config extends Providers {
  port: number
  host: string
  /** Opened by a service manager: the shop then listens there, and not at host and port. */
  sockets: readonly number[]
  publicUrl: string | undefined
  /** The proxies in front of the shop: of them alone it believes whom they speak for. */
  trustedProxies: readonly string[]
  /** How long new visitors are served after the health has turned: a proxy needs a moment to send them elsewhere. */
  drainMs: number
  dataDir: string
  databaseUrl: string | undefined
  /** Past a pooler, for what needs a connection of its own. */
  databaseDirectUrl: string | undefined
  /** How many connections a process has at most. */
  databasePoolSize: number
  /** Where every change of the embedded database is copied to, and how far back a moment can be restored from there. */
  backupTo: string | undefined
  backupKeptMs: number
  /** How many processes answer. */
  workers: number
  mode: 'demo' | 'live'
  /** The time zone whose days are the shop's. */
  timeZone: string
  /** Who sells, as it stands on invoices and letters. */
  shop: ShopDetails
  /** Not in a live shop without cards: its orders could never be paid. */
  takesOrders: boolean
  /** A demo that others can reach, whose admin anybody out there can be. */
  isOpenDemo: boolean
  /** What becomes of charges at the card provider for which there is no order. */
  unmatchedPayments: Settings['STRAY_PAYMENTS']
  holdMs: number
  /** How many percent of an item one account may hold unpaid. */
  maxHeldShare: number
  /** Items of which fewer are free run low. */
  lowStock: number
  /** How long a session lives at most, and how long without being used. */
  sessionMs: number
  sessionIdleMs: number
  /** How long what is not needed any more is kept. */
  keptMs: { unpaidOrders: number; emails: number; cardEvents: number; audit: number }
  /** Whether admins may do anything as admins before they have shown a passkey or a code. */
  adminSecondFactor: Settings['ADMIN_SECOND_FACTOR']
  logLevel: Settings['LOG_LEVEL']
  /** Whoever has it may read the metrics. */
  metricsToken: string | undefined
  /** Whom to tell what takes how long. */
  traces: TraceSettings | undefined
}

/** What the settings allow, but somebody should know before the first visitor comes. */
export function warningsOf(config: Config): string[] {
  const { mode, isOpenDemo, publicUrl, stripe, smtp, oidc } = config
  if (isOpenDemo)
    return [
      'WARNING: this is a demo that others can reach, and everybody can sign in as its admin: the password is public. For a shop of your own: SHOP_MODE=live',
    ]
  if (mode === 'demo') return []
  const warnings: string[] = []
  if (publicUrl?.startsWith('http:') && !isLoopback(publicUrl))
    warnings.push(
      `WARNING: PUBLIC_URL is ${publicUrl}, without TLS: passwords and sessions travel where others can read them. Use https.`,
    )
  if (stripe && /^[sr]k_test_/.test(stripe.secretKey))
    warnings.push('WARNING: the Stripe keys are test keys: orders are paid with money that does not exist.')
  if (smtp?.from.endsWith(`@${nobodysHost}`))
    warnings.push(
      `WARNING: emails leave from ${smtp.from}, an address that nobody has, and mail servers refuse it. Set MAIL_FROM to one that the account in SMTP_URL may use.`,
    )
  if (oidc?.trustsUnverifiedEmail)
    warnings.push(
      `WARNING: OIDC_TRUST_UNVERIFIED_EMAIL is 'yes': whoever can write any e-mail into their account at ${oidc.name} can sign in here as anybody, admins too.`,
    )
  return warnings
}

/** Says in one message what is wrong with every bad setting. */
export class BadSettings extends Error {
  constructor(faults: string[]) {
    super(`The shop cannot start with these settings:\n${faults.map(fault => `  ${fault}`).join('\n')}`)
    this.name = 'BadSettings'
  }
}

type Environment = Readonly<Record<string, string | undefined>>

export function readConfig(environment: Environment): Config {
  const values: Record<string, unknown> = {}
  const faults: string[] = []
  for (const [name, { shape, allowed }] of Object.entries<Setting>(settings)) {
    const given = environment[name]?.trim() || undefined
    const parsed = shape.safeParse(given)
    if (parsed.success) values[name] = parsed.data
    else faults.push(`${name} is '${withoutSecret(name, given ?? '')}', but must be ${allowed}.`)
  }
  if (faults.length > 0) throw new BadSettings([...faults, ...swappedKeys(environment)])
  const read = values as Settings
  const { providers, faults: mismatches } = providersOf(read)
  const workers = read.WORKERS === 'auto' ? availableParallelism() : read.WORKERS
  if (workers > 1 && !read.DATABASE_URL) mismatches.push(needsServer)
  if (read.DATABASE_DIRECT_URL && !read.DATABASE_URL) mismatches.push(needsPooler)
  if (read.BACKUP_TO && read.DATABASE_URL) mismatches.push(onlyEmbedded)
  if (mismatches.length > 0) throw new BadSettings(mismatches)
  return {
    port: read.PORT,
    host: read.HOST,
    sockets: givenSockets(environment),
    publicUrl: read.PUBLIC_URL && new URL(read.PUBLIC_URL).origin,
    trustedProxies: read.TRUSTED_PROXIES,
    drainMs: drainSeconds(read) * 1000,
    dataDir: resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    databaseDirectUrl: read.DATABASE_DIRECT_URL,
    databasePoolSize: read.DATABASE_POOL_SIZE,
    backupTo: backupTo(read),
    backupKeptMs: read.BACKUP_DAYS * dayMs,
    workers,
    mode: read.SHOP_MODE,
    timeZone: read.SHOP_TIMEZONE,
    shop: {
      name: read.SHOP_NAME,
      address: read.SHOP_ADDRESS,
      taxId: read.SHOP_TAX_ID ?? null,
      timeZone: read.SHOP_TIMEZONE,
    },
    takesOrders: read.SHOP_MODE === 'demo' || providers.stripe !== undefined,
    isOpenDemo: read.SHOP_MODE === 'demo' && isReachable(read),
    unmatchedPayments: read.STRAY_PAYMENTS,
    holdMs: read.HOLD_MINUTES * 60_000,
    maxHeldShare: read.MAX_HELD_SHARE,
    lowStock: read.LOW_STOCK,
    sessionMs: read.SESSION_DAYS * dayMs,
    sessionIdleMs: read.SESSION_IDLE_DAYS * dayMs,
    keptMs: {
      unpaidOrders: read.KEEP_UNPAID_ORDERS_DAYS * dayMs,
      emails: read.KEEP_LETTERS_DAYS * dayMs,
      cardEvents: read.KEEP_CARD_EVENTS_DAYS * dayMs,
      audit: read.KEEP_AUDIT_DAYS * dayMs,
    },
    adminSecondFactor: read.ADMIN_SECOND_FACTOR,
    logLevel: read.LOG_LEVEL,
    metricsToken: read.METRICS_TOKEN,
    traces: tracesOf(read),
    ...providers,
  }
}

/** With no slash at its end, as the commands write it. */
const backupTo = ({ BACKUP_TO: place }: Settings): string | undefined =>
  place?.startsWith('/') ? resolve(place) : place?.replace(/\/$/, '')

const needsServer =
  'WORKERS asks for several processes, and the embedded database has one. Leave WORKERS out, or set DATABASE_URL to a PostgreSQL: npm run shop -- move copies the shop there.'

const needsPooler =
  'DATABASE_DIRECT_URL names the server behind a pooler, and DATABASE_URL, the pooler’s address, is not set. Set both, or DATABASE_URL alone.'

const onlyEmbedded =
  'BACKUP_TO is for the embedded database, and DATABASE_URL is set. PostgreSQL has standbys and an archive of its own log: leave BACKUP_TO out.'

const tracesOf = (read: Settings): TraceSettings | undefined =>
  read.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? undefined
    : {
        endpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT,
        serviceName: read.OTEL_SERVICE_NAME,
        version: shopVersion,
        mode: read.SHOP_MODE,
        share: read.OTEL_TRACES_SAMPLER_ARG,
      }

/** Where nobody is in front of the shop, Ctrl+C in a terminal ends it at once. */
const drainSeconds = (read: Settings): number =>
  read.DRAIN_SECONDS ?? (read.TRUSTED_PROXIES.length > 0 || isReachable(read) ? 5 : 0)

const isReachable = ({ HOST, PUBLIC_URL }: Settings): boolean =>
  !isLoopbackHost(HOST) ||
  (PUBLIC_URL !== undefined && (PUBLIC_URL.startsWith('https:') || !isLoopback(PUBLIC_URL)))

/** The likeliest slip of all, and the worst: a publishable key goes to every browser. */
function swappedKeys({ STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY }: Environment): string[] {
  if (!/^[sr]k_/.test(STRIPE_PUBLISHABLE_KEY?.trim() ?? '')) return []
  const isSwapped = STRIPE_SECRET_KEY?.trim().startsWith('pk_')
  const first = isSwapped
    ? 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY stand in each other’s place.'
    : 'STRIPE_PUBLISHABLE_KEY holds a secret key.'
  return [`${first} If a shop has run like this, make a new secret key: the old one was sent to browsers.`]
}

/** A key is never shown, and neither is the password in an address, whatever characters it has. */
const withoutSecret = (name: string, given: string): string =>
  /_(KEY|SECRET|TOKEN)$/.test(name) ? '…' : given.replace(/\/\/.*@/s, '//…@')
