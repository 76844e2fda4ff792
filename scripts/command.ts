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
import { bucketPlace } from '../src/server/settings/settings.ts'
import { type CommandLine, type commands, readCommandLine, usageOf } from './commands.mjs'

/** What was asked for makes no sense: nothing was done. */
export class Slip extends Error {}

/** Where the person at the terminal is: npm runs everything in the folder of the package. */
export const pathGiven = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path)

/** The same for the target of a continuous backup: a folder, or a bucket. */
export function placeGiven(place: string): string {
  if (!isBucket(place)) return pathGiven(place)
  if (!bucketPlace.test(place)) throw new Slip(`'${place}' is not a bucket such as s3://shop-backup/live`)
  return place.replace(/\/$/, '')
}

/** Runs a command to its end: what it says, or one plain sentence why not; 2 for a slip on the command line. */
export async function runCommand(
  name: keyof typeof commands,
  work: (line: CommandLine) => Promise<boolean>,
): Promise<void> {
  const line = readCommandLine(name)
  try {
    process.exitCode = (await work(line)) ? 0 : 1
  } catch (error) {
    if (error instanceof Slip) console.error(`${error.message}\n${usageOf(name)}`)
    else console.error(explained(error))
    process.exitCode = error instanceof Slip ? 2 : 1
  }
}

/** What is said to a visitor is too little for whoever runs the shop. */
function explained(error: unknown): string {
  const behind = error instanceof Refusal ? (error.cause ?? error) : error
  const isSentence = behind instanceof Refused || behind instanceof BucketFault
  return isSentence ? `\n${behind.message}\n` : explainFailedStart(behind)
}

/** Commands go past a pooler: it would hide from them whether a shop is running. */
export function settingsOfCommand(): Config {
  const config = readConfig(process.env)
  return { ...config, databaseUrl: config.databaseDirectUrl ?? config.databaseUrl }
}

/** The settings of a shop that is there: a mistyped folder must not become a new shop. */
export function settingsOfShop(): Config {
  const config = settingsOfCommand()
  if (!config.databaseUrl && !existsSync(databaseFile(config.dataDir))) throw noShop(config)
  return config
}

/** Says how the books look; true when they are fine. */
export function sayBooks(broken: readonly string[]): boolean {
  for (const sentence of broken) console.error(sentence)
  console.log(
    broken.length === 0
      ? 'Everything adds up: free + held + sold = stocked, for every item.'
      : `${broken.length} broken.`,
  )
  return broken.length === 0
}
