import { randomBytes } from 'node:crypto'

/**
 * A followed backup is a folder with a folder for each generation: an unbroken row of changes, numbered from 1, and
 * copies of the whole database (bases), each as it was after one of them.
 *
 *   2026-11-16T20-01-02.345Z-1f2e3d4c/
 *     base-000000000.db      a copy, an ordinary SQLite file
 *     base-000000000.json    what it is; without this the copy was not finished
 *     changes-000000001-1794859262345.log
 *   images/                  pictures; they never change
 *   images-gone/             those that the shop has removed since
 *   erased-accounts.txt      whom a restored shop has to forget again
 */
export const picturesFolder = 'images'
export const gonePicturesFolder = 'images-gone'
export const erasedFile = 'erased-accounts.txt'

/** Sorts by time, and is a name on every disk. */
export const generationName = (moment: number): string =>
  `${new Date(moment).toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`

export const isGeneration = (name: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f]{8}$/.test(name)

const padded = (seq: number): string => String(seq).padStart(9, '0')

export const baseFile = (seq: number): string => `base-${padded(seq)}.db`
export const baseNote = (seq: number): string => `base-${padded(seq)}.json`

/** By the first change in it. After a failed write another one may begin with the same change. */
export const changesFile = (seq: number, moment: number): string => `changes-${padded(seq)}-${moment}.log`

/** The number in one of these names; undefined for a strange one. */
export const baseIn = (name: string): number | undefined => numberIn(/^base-(\d{9,})\.(db|json)$/, name)
export const changesIn = (name: string): number | undefined => numberIn(/^changes-(\d{9,})-\d+\.log$/, name)

function numberIn(pattern: RegExp, name: string): number | undefined {
  const [, digits] = pattern.exec(name) ?? []
  return digits === undefined ? undefined : Number(digits)
}
