/**
 * The migrations of the versions before 1.0, which 0100 and 0101 have taken the place of. A database that has been through
 * all of them has the same tables.
 */
export const stemsBeforeOne: readonly string[] = [
  '0001_shop',
  '0002_payments',
  '0003_removed-users',
  '0004_item-search',
  '0005_byte-order',
  '0006_declines',
  '0007_pictures',
  '0008_lighter-orders',
  '0009_ordered-words',
  '0010_one-index-of-own-orders',
  '0011_mode',
  '0012_refunds',
  '0013_bounded-holds',
  '0014_trial-writes',
  '0015_engine-search',
  '0016_changing-items',
  '0017_order-moments',
  '0018_people-and-reviews',
  '0019_unsent-by-item',
  '0020_refunds-by-admins',
  '0021_insights',
  '0022_invoices',
  '0023_item-files',
  '0023_notices',
  '0024_names-of-everybody',
  '0025_counted-stock',
  '0026_pay-together',
  '0027_goods',
  '0028_item-details',
  '0029_accounts',
  '0030_audit',
  '0031_factors',
  '0033_items-in-stock',
  '0035_challenge-key',
  '0035_letters-of-people',
]

const schemaStems = ['0100_shop', '0101_by-engine']

/** Whether this migration makes what those have made together. */
export const isSchema = (stem: string): boolean => schemaStems.includes(stem)

/** Whether it is one of the versions before 1.0, known here or not: no later program has made it. */
export const isBeforeOne = (stem: string): boolean => stem < '0100'

/** Whether the last version before 1.0 has made these tables, as they are today. */
export function comesFromBeforeOne(stems: Iterable<string>): boolean {
  const applied = new Set(stems)
  return stemsBeforeOne.every(stem => applied.has(stem))
}

/** Whether an earlier version than that has: tables which this program cannot bring up to date. */
export const isTooEarly = (stems: readonly string[]): boolean =>
  stems.some(isBeforeOne) && !comesFromBeforeOne(stems)

/**
 * How the schema is noted where it was there already: with the promise that the version before can work with the data
 * (later-version.ts). It finds its own migrations there, too, as in a new database it would not.
 */
export const promisedName = (name: string): string => name.replace('.', `.from-${lastNumber}.`)

const lastNumber = stemsBeforeOne.at(-1)?.slice(0, 4)
