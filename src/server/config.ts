import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { dayMs } from '#domain/day.ts'
import { inheritedSockets } from './http/inherited-sockets.ts'
import type { TraceSettings } from './observability/tracing.ts'
import { isLoopback, isLoopbackHost } from './settings/loopback.ts'
import { type Providers, placeholderHost, providersOf } from './settings/providers.ts'
import { type Setting, type Settings, settings } from './settings/settings.ts'
import { shopVersion } from './version.ts'

export interface Config extends Providers {
  port: number
  host: string
  /** Sockets that a service manager opened; they replace host and port. */
  sockets: readonly number[]
  publicUrl: string | undefined
  /** Where links and pictures in emails lead; a demo on this machine needs no PUBLIC_URL. */
  emailOrigin: string | undefined
  /** Only these proxies may set the address of a visitor. */
  trustedProxies: readonly string[]
  /** How long visitors are served after the health check fails: proxies need time to notice. */
  drainMs: number
  dataDir: string
  databaseUrl: string | undefined
  /** The server behind a pooler, for commands. */
  databaseDirectUrl: string | undefined
  databasePoolSize: number
  /** The target of the continuous backup, and how long changes stay there. */
  backupTo: string | undefined
  backupKeptMs: number
  workers: number
  mode: 'demo' | 'live'
  timeZone: string
  /** What the content of a new shop begins with. Later the content counts. */
  firstDetails: { name: string | undefined; address: string; taxId: string }
  /** False in a live shop without cards: its customers pay in another way. */
  takesCards: boolean
  /** Orders are paid with money that does not exist. */
  hasTestKeys: boolean
  /** Emails would leave from an address that nobody has. */
  lacksSender: boolean
  /** A demo that is publicly reachable: anyone can sign in as its admin. */
  isOpenDemo: boolean
  /** What happens to charges without an order. */
  unmatchedPayments: Settings['STRAY_PAYMENTS']
  holdMs: number
  /** The share of an item, in percent, that one account may hold unpaid. */
  maxHeldShare: number
  /** An item with fewer free units is low. */
  lowStock: number
  /** The longest life of a session, in all and unused. */
  sessionMs: number
  sessionIdleMs: number
  /** Retention times. */
  keptMs: { unpaidOrders: number; emails: number; cardEvents: number; audit: number }
  /** Whether admins need a passkey or a code. */
  adminSecondFactor: Settings['ADMIN_SECOND_FACTOR']
  logLevel: Settings['LOG_LEVEL']
  metricsToken: string | undefined
  traces: TraceSettings | undefined
}

/** Settings that are allowed but dangerous. */
export function warningsOf(config: Config): string[] {
  const { mode, isOpenDemo, publicUrl, smtp, oidc } = config
  if (isOpenDemo)
    return [
      'WARNING: others can reach this demo, and anyone can sign in as its admin: the password is public. For a shop of your own: SHOP_MODE=live',
    ]
  if (mode === 'demo') return []
  const warnings: string[] = []
  if (publicUrl?.startsWith('http:') && !isLoopback(publicUrl))
    warnings.push(
      `WARNING: PUBLIC_URL is ${publicUrl}, without TLS: others on the network can read passwords and sessions. Use https.`,
    )
  if (config.hasTestKeys) warnings.push('WARNING: the Stripe keys are test keys: no real money is paid.')
  if (config.lacksSender)
    warnings.push(
      `WARNING: emails are sent from ${smtp?.from}, an address that does not exist, and mail servers reject it. Set MAIL_FROM to one that the account in SMTP_URL may use.`,
    )
  if (oidc?.trustsUnverifiedEmail)
    warnings.push(
      `WARNING: OIDC_TRUST_UNVERIFIED_EMAIL is 'yes': anyone who can put any email into their account at ${oidc.name} can sign in here as anyone, admins included.`,
    )
  return warnings
}

/** One message about all bad settings. */
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
  const publicUrl = read.PUBLIC_URL && new URL(read.PUBLIC_URL).origin
  const isOpenDemo = read.SHOP_MODE === 'demo' && isReachable(read)
  return {
    port: read.PORT,
    host: read.HOST,
    sockets: inheritedSockets(environment),
    publicUrl,
    emailOrigin: publicUrl ?? (read.SHOP_MODE === 'demo' && !isOpenDemo ? localOrigin(read) : undefined),
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
    firstDetails: {
      name: read.SHOP_NAME,
      address: read.SHOP_ADDRESS.join('\n'),
      taxId: read.SHOP_TAX_ID ?? '',
    },
    takesCards: read.SHOP_MODE === 'demo' || providers.stripe !== undefined,
    hasTestKeys: /^[sr]k_test_/.test(providers.stripe?.secretKey ?? ''),
    lacksSender: providers.smtp?.from.endsWith(`@${placeholderHost}`) ?? false,
    isOpenDemo,
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

/** Without a final slash, as the commands write it. */
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

/** Without a proxy, Ctrl+C in a terminal ends the shop immediately. */
const drainSeconds = (read: Settings): number =>
  read.DRAIN_SECONDS ?? (read.TRUSTED_PROXIES.length > 0 || isReachable(read) ? 5 : 0)

const isReachable = ({ HOST, PUBLIC_URL }: Settings): boolean =>
  !isLoopbackHost(HOST) ||
  (PUBLIC_URL !== undefined && (PUBLIC_URL.startsWith('https:') || !isLoopback(PUBLIC_URL)))

/** The most likely and the worst mistake: a publishable key goes to every browser. */
function swappedKeys({ STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY }: Environment): string[] {
  if (!/^[sr]k_/.test(STRIPE_PUBLISHABLE_KEY?.trim() ?? '')) return []
  const isSwapped = STRIPE_SECRET_KEY?.trim().startsWith('pk_')
  const first = isSwapped
    ? 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are swapped.'
    : 'STRIPE_PUBLISHABLE_KEY holds a secret key.'
  return [`${first} If a shop has run like this, create a new secret key: the old one was sent to browsers.`]
}

/** Neither keys nor passwords in addresses are printed. */
const withoutSecret = (name: string, given: string): string =>
  /_(KEY|SECRET|TOKEN)$/.test(name) ? '…' : given.replace(/\/\/.*@/s, '//…@')

/** Unknown if the system chooses the port. */
const localOrigin = ({ PORT }: Settings): string | undefined =>
  PORT === 0 ? undefined : `http://localhost:${PORT}`
