import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { type Providers, providersOf } from './providers.ts'
import { type Setting, type Settings, settings } from './settings.ts'

export interface Config extends Providers {
  port: number
  host: string
  publicUrl: string | undefined
  /** The proxies in front of the shop: of them alone it believes whom they speak for. */
  trustedProxies: readonly string[]
  dataDir: string
  databaseUrl: string | undefined
  /** How many processes answer. */
  workers: number
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
    else faults.push(`${name} is '${withoutSecret(name, given ?? '')}', but must be ${allowed}.`)
  }
  if (faults.length > 0) throw new BadSettings(faults)
  const read = values as Settings
  const { providers, faults: mismatches } = providersOf(read)
  if (mismatches.length > 0) throw new BadSettings(mismatches)
  return {
    port: read.PORT,
    host: read.HOST,
    publicUrl: read.PUBLIC_URL && new URL(read.PUBLIC_URL).origin,
    trustedProxies: read.TRUSTED_PROXIES,
    dataDir: resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    workers: read.WORKERS === 'auto' ? availableParallelism() : read.WORKERS,
    mode: read.SHOP_MODE,
    holdMs: read.HOLD_MINUTES * 60_000,
    sessionMs: read.SESSION_DAYS * 86_400_000,
    logLevel: read.LOG_LEVEL,
    ...providers,
  }
}

/** A key is never shown, and neither is the password in an address, whatever characters it has. */
const withoutSecret = (name: string, given: string): string =>
  /_(KEY|SECRET)$/.test(name) ? '…' : given.replace(/\/\/.*@/s, '//…@')
