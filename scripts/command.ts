import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Refusal } from '#domain/refusal.ts'
import { BucketFault } from '../src/server/adapters/bucket.ts'
import { Refused } from '../src/server/backup/archive.ts'
import { isBucket } from '../src/server/backup/continuous/open-target.ts'
import { type Config, readConfig } from '../src/server/config.ts'
import { databaseFile } from '../src/server/db/data-dir.ts'
import { noShop } from '../src/server/db/engine/snapshot.ts'
import { explainFailedStart } from '../src/server/process/start-failure.ts'
import { bucketAddress } from '../src/server/settings/settings.ts'
import { type CommandLine, type commands, readCommandLine, usageOf } from './commands.mjs'

/** A wrong command line. Nothing was changed. */
export class UsageError extends Error {}

/** Relative to the caller's folder: npm runs everything in the folder of the package. */
export const pathFromCaller = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path)

/** The same for the target of a continuous backup: a folder, or a bucket. */
export function targetFromCaller(place: string): string {
  if (!isBucket(place)) return pathFromCaller(place)
  if (!bucketAddress.test(place))
    throw new UsageError(`'${place}' is not a bucket such as s3://shop-backup/live`)
  return place.replace(/\/$/, '')
}

/** Runs a command. An error is printed as one sentence; a wrong command line exits with 2. */
export async function runCommand(
  name: keyof typeof commands,
  work: (line: CommandLine) => Promise<boolean>,
): Promise<void> {
  const line = readCommandLine(name)
  try {
    process.exitCode = (await work(line)) ? 0 : 1
  } catch (error) {
    if (error instanceof UsageError) console.error(`${error.message}\n${usageOf(name)}`)
    else console.error(explained(error))
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

/** The message for a visitor hides the cause; the operator sees it. */
function explained(error: unknown): string {
  const behind = error instanceof Refusal ? (error.cause ?? error) : error
  const isSentence = behind instanceof Refused || behind instanceof BucketFault
  return isSentence ? `\n${behind.message}\n` : explainFailedStart(behind)
}

/** Commands bypass a pooler: behind it they cannot see whether a shop is running. */
export function settingsOfCommand(): Config {
  const config = readConfig(process.env)
  return { ...config, databaseUrl: config.databaseDirectUrl ?? config.databaseUrl }
}

/** The settings of an existing shop: a wrong folder must not become a new one. */
export function settingsOfShop(): Config {
  const config = settingsOfCommand()
  if (!config.databaseUrl && !existsSync(databaseFile(config.dataDir))) throw noShop(config)
  return config
}

/** Prints the broken invariants; true when there are none. */
export function printInvariants(broken: readonly string[]): boolean {
  for (const sentence of broken) console.error(sentence)
  console.log(
    broken.length === 0
      ? 'Everything adds up: free + held + sold = stocked, for every item.'
      : `${broken.length} broken.`,
  )
  return broken.length === 0
}
