import { randomBytes } from 'node:crypto'

/**
 * The files in the target of a continuous backup:
 *
 *   shop.json                  the id of the shop
 *   lease-000007.json          which process writes here now, the seventh one
 *   generation-0001-1f2e3d4c/  an unbroken history of one database
 *     generation.json          which generation it branched off, if any
 *     base-000000120-5d6e7f80.db      a copy of the whole database as it was after change 120
 *     base-000000120-5d6e7f80.json    its length and checksum; without it the copy is unfinished
 *     changes-000007-000000121-9a8b7c6d.log   written under lease 7, from change 121 on
 *   images/                    pictures; they never change
 *   images-gone/               pictures that the shop has removed
 *   erased-accounts.txt        accounts that a restored shop must erase again
 */
export const shopFile = 'shop.json'
export const generationFile = 'generation.json'
export const picturesFolder = 'images'
export const gonePicturesFolder = 'images-gone'
export const erasedFile = 'erased-accounts.txt'

const padded = (number: number, digits: number): string => String(number).padStart(digits, '0')
const random = (): string => randomBytes(4).toString('hex')

export const leaseFile = (epoch: number): string => `lease-${padded(epoch, 6)}.json`

export const leaseIn = (name: string): number | undefined => numbersIn(/^lease-(\d{6,})\.json$/, name)?.[0]

export const newGeneration = (number: number): string => `generation-${padded(number, 4)}-${random()}`

/** The number of a generation; undefined for any other name. */
export const generationIn = (name: string): number | undefined =>
  numbersIn(/^generation-(\d{4,})-[0-9a-f]{8}$/, name)?.[0]

/** The name of a copy and its note, without extension. */
export const newBase = (n: number): string => `base-${padded(n, 9)}-${random()}`

export const baseFile = (name: string): string => `${name}.db`
export const baseNote = (name: string): string => `${name}.json`

/** Names are never reused: a late write cannot replace a newer one. */
export const newChangesFile = (epoch: number, n: number): string =>
  `changes-${padded(epoch, 6)}-${padded(n, 9)}-${random()}.log`

export interface ChangesFile {
  name: string
  /** The lease under which it was written. */
  epoch: number
  first: number
}

export function changesIn(name: string): ChangesFile | undefined {
  const [epoch, first] = numbersIn(/^changes-(\d{6,})-(\d{9,})-[0-9a-f]{8}\.log$/, name) ?? []
  return epoch === undefined || first === undefined ? undefined : { name, epoch, first }
}

/** In the order in which they were written. */
export const changesAmong = (names: Iterable<string>): ChangesFile[] =>
  [...names]
    .flatMap(name => changesIn(name) ?? [])
    .sort((a, b) => a.epoch - b.epoch || a.first - b.first || (a.name < b.name ? -1 : 1))

/** The finished copies, the oldest first. */
export const basesAmong = (names: Iterable<string>): string[] =>
  [...names].flatMap(name => /^(base-\d{9,}-[0-9a-f]{8})\.json$/.exec(name)?.[1] ?? []).sort()

/** The name of a removed picture: its generation, the last change before its removal, and its own name. */
export const goneName = (generation: string, n: number, picture: string): string =>
  `${generation}-${n}-${picture}`

export function goneIn(name: string): { generation: string; n: number; picture: string } | undefined {
  const [, generation, n, picture] = /^(generation-\d{4,}-[0-9a-f]{8})-(\d+)-(.+)$/.exec(name) ?? []
  return generation && picture ? { generation, n: Number(n), picture } : undefined
}

/** Version 1.0 named its copies by their start time. */
export const isFromVersionOne = (name: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f]{8}$/.test(name)

const ownNames = [shopFile, picturesFolder, gonePicturesFolder, erasedFile]

export const isBackupFileName = (name: string): boolean =>
  ownNames.includes(name) ||
  generationIn(name) !== undefined ||
  leaseIn(name) !== undefined ||
  isFromVersionOne(name) ||
  // An unfinished write, and a folder of the file system itself.
  /^[\w-]+\.(json|txt)\.part$|^lost\+found$/.test(name)

function numbersIn(pattern: RegExp, name: string): number[] | undefined {
  const found = pattern.exec(name)
  return found ? found.slice(1).map(Number) : undefined
}
