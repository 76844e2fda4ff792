import { resolve } from 'node:path'
import { Refused } from '../src/server/backup/archive.ts'
import { type Config, readConfig } from '../src/server/config.ts'
import { explainFailedStart } from '../src/server/start-failure.ts'

/** Where the person at the terminal is: npm runs everything in the folder of the package. */
export const pathGiven = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path)

/** Runs a command to its end: what it says, or one plain sentence why not; 2 for a slip on the command line. */
export async function runCommand(
  usage: string,
  isGiven: boolean,
  work: (config: Config) => Promise<boolean>,
): Promise<void> {
  if (!isGiven) {
    console.error(`Usage: ${usage}`)
    process.exitCode = 2
    return
  }
  try {
    process.exitCode = (await work(readConfig(process.env))) ? 0 : 1
  } catch (error) {
    console.error(error instanceof Refused ? `\n${error.message}\n` : explainFailedStart(error))
    process.exitCode = 1
  }
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
