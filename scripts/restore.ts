import { lastOrder } from '#domain/numbers.ts'
import { summaryOf } from '../src/server/backup/contents.ts'
import { branchesOf, described } from '../src/server/backup/continuous/catalog.ts'
import { isBucket, sourceAt } from '../src/server/backup/continuous/open-target.ts'
import type { IssuedNumbers } from '../src/server/backup/previous-shop.ts'
import { restoreBackup } from '../src/server/backup/restore.ts'
import { restoreContinuous } from '../src/server/backup/restore-continuous.ts'
import {
  pathFromCaller,
  printInvariants,
  runCommand,
  settingsOfCommand,
  targetFromCaller,
  UsageError,
} from './command.ts'
import type { CommandLine } from './commands.mjs'

/**
 * npm run shop -- restore FILE [--replace]: restores a backup. With --from it restores a continuous backup, up to a
 * time.
 */
await runCommand('restore', async line => {
  const {
    words: [file],
    texts: { from },
    switches: { replace = false, list = false },
  } = line
  if ((file === undefined) === (from === undefined))
    throw new UsageError('Choose one: a file, or --from with a folder or a bucket.')
  const choice = choiceOf(line)
  const numbersFrom = line.counts['numbers-from']
  if (from === undefined && (list || choice.until !== undefined || choice.generation !== undefined))
    throw new UsageError('--at, --generation and --list need --from: a file holds one point in time.')
  if (from && list) return listBranches(from)
  const restored = from
    ? await fromContinuous(from, { ...choice, replace, numbersFrom })
    : await fromFile(file ?? '', { replace, numbersFrom })
  console.log('Everyone must sign in again: sessions that ended since the backup do not come back.')
  if (restored.erasedAgain > 0)
    console.log(
      `Accounts that were erased since the backup, and are now erased in it, too: ${restored.erasedAgain}.`,
    )
  printNumbers(restored.issued, from === undefined)
  if (restored.mode === 'demo')
    console.log('This is the backup of a demo: it starts as a live shop only after npm run shop -- go-live.')
  return printInvariants(restored.broken)
})

function choiceOf({ texts: { at }, counts: { generation } }: CommandLine) {
  return { until: at === undefined ? undefined : momentOf(at), generation }
}

/** The tax office accepts no invoice number twice, so the next numbers are printed. */
function printNumbers({ numbers: { T, INV }, hasSkipped, margin = 0 }: IssuedNumbers, isFile: boolean): void {
  const next = `The next order is T-${T + 1}, the next invoice INV-${INV + 1}`
  if (margin > 0)
    console.log(
      `${next}: the ${margin} numbers before each may have been issued after the last change in the backup, and are skipped. If the backup was behind by more than ${margin} orders, restore again before you start the shop, with --replace --numbers-from N: N is higher than any number that was issued.`,
    )
  else if (hasSkipped) console.log(`${next}: lower numbers may already have been issued, and are skipped.`)
  else if (isFile)
    console.log(
      `${next}. If orders were placed after this backup was taken, these numbers may already be in use: restore again with --replace --numbers-from N.`,
    )
}

async function fromFile(file: string, choice: Parameters<typeof restoreBackup>[2]) {
  const restored = await restoreBackup(settingsOfCommand(), pathFromCaller(file), choice)
  const { takenAt, tables, pictures } = restored.manifest
  console.log(`Restored the shop of ${takenAt}: ${summaryOf(tables)}, ${pictures} picture files.`)
  return restored
}

type Choice = Parameters<typeof restoreContinuous>[2]

async function fromContinuous(from: string, choice: Choice) {
  const { place, settings, source } = sourceOf(from)
  const restored = await restoreContinuous(settings, source, choice)
  for (const sentence of restored.notes) console.log(sentence)
  console.log(
    `Restored the shop as it was at ${restored.upTo} (${lastOrder(restored.numbers)}): ${summaryOf(restored.contents)}, ${restored.pictures} picture files.`,
  )
  console.log('What was ordered later is not in it. Charges of that time are found when the shop starts.')
  console.log(`To continue the backup there: npm run shop -- backup --continuous ${place}`)
  return restored
}

async function listBranches(from: string): Promise<boolean> {
  const { place, source } = sourceOf(from)
  const branches = await branchesOf(source)
  for (const branch of branches) console.log(described(branch))
  if (branches.length === 0) console.log(`There is no continuous backup in ${place}.`)
  return branches.length > 0
}

function sourceOf(from: string) {
  const place = targetFromCaller(from)
  const settings = settingsOfCommand()
  if (isBucket(place) && !settings.s3)
    throw new UsageError('For a bucket, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set.')
  return { place, settings, source: sourceAt(place, settings.s3) }
}

function momentOf(at: string): number {
  const moment = Date.parse(at)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(at) || Number.isNaN(moment))
    throw new UsageError(`--at takes a time with its time zone, such as 2026-11-16T20:01:02Z, not '${at}'`)
  // A time without milliseconds means the end of that second.
  return /:\d\d:\d\d(Z|[+-])/.test(at) ? moment + 999 : moment
}
