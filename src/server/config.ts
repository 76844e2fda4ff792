import { resolve } from 'node:path'
import * as z from 'zod/mini'

const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(least), z.maximum(most))),
  )

const httpAddress = z.string().check(z.refine(isOrigin))

interface Setting {
  shape: z.ZodMiniType
  allowed: string
}

const setting = <S extends z.ZodMiniType>(shape: S, allowed: string) => ({ shape, allowed })

/** Every setting, what it allows and, when it is not given, what it is. `.env.example` explains them. */
const settings = {
  PORT: setting(z._default(wholeNumber(0, 65_535), 3000), 'a port number from 0 to 65535'),
  HOST: setting(z._default(z.string().check(z.regex(/^[\w.:-]+$/)), '127.0.0.1'), 'a host name or address'),
  PUBLIC_URL: setting(z.optional(httpAddress), 'an address such as https://shop.example, without a path'),
  DATA_DIR: setting(z._default(z.string().check(z.minLength(1)), './data'), 'a folder'),
  DATABASE_URL: setting(
    z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\/./))),
    'an address such as postgres://user@host/name',
  ),
  SHOP_MODE: setting(z._default(z.enum(['demo', 'live']), 'demo'), "'demo' or 'live'"),
  HOLD_MINUTES: setting(z._default(wholeNumber(1, 525_600), 1440), 'minutes, from 1 to 525600'),
  SESSION_DAYS: setting(z._default(wholeNumber(1, 365), 30), 'days, from 1 to 365'),
  LOG_LEVEL: setting(
    z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'warn'),
    "'fatal', 'error', 'warn', 'info', 'debug', 'trace' or 'silent'",
  ),
} satisfies Record<string, Setting>

type Settings = { [K in keyof typeof settings]: z.output<(typeof settings)[K]['shape']> }

export interface Config {
  port: number
  host: string
  publicUrl: string | undefined
  dataDir: string
  databaseUrl: string | undefined
  mode: 'demo' | 'live'
  holdMs: number
  sessionMs: number
  logLevel: Settings['LOG_LEVEL']
}

/** Says in one message what is wrong with every bad setting. */
export class BadSettings extends Error {
  constructor(faults: string[]) {
    super(`The shop cannot start with these settings:\n${faults.map(fault => `  ${fault}`).join('\n')}`)
    this.name = 'BadSettings'
  }
}

export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const values: Record<string, unknown> = {}
  const faults: string[] = []
  for (const [name, { shape, allowed }] of Object.entries<Setting>(settings)) {
    const given = environment[name]?.trim() || undefined
    const parsed = shape.safeParse(given)
    if (parsed.success) values[name] = parsed.data
    else faults.push(`${name} is '${withoutSecret(given ?? '')}', but must be ${allowed}.`)
  }
  if (faults.length > 0) throw new BadSettings(faults)
  const read = values as Settings
  return {
    port: read.PORT,
    host: read.HOST,
    publicUrl: read.PUBLIC_URL && new URL(read.PUBLIC_URL).origin,
    dataDir: resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    mode: read.SHOP_MODE,
    holdMs: read.HOLD_MINUTES * 60_000,
    sessionMs: read.SESSION_DAYS * 86_400_000,
    logLevel: read.LOG_LEVEL,
  }
}

function isOrigin(address: string): boolean {
  const url = URL.parse(address)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    !url.search &&
    !url.hash &&
    !url.username
  )
}

/** An address may carry a password: it is never shown. */
const withoutSecret = (given: string): string => given.replace(/\/\/[^/@]*@/, '//…@')
