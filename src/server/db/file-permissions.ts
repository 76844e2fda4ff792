import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  type Stats,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

/** The files that the shop, its commands and its sandbox create in the data folder. */
const ownNames =
  /^(shop\.db(\.(restoring|damaged|copy))?(-wal|-shm|-journal)?|shop\.db\.left|shop\.lock(-journal)?|images|sandbox|erased-accounts\.txt|backup-to\.txt)$/

const othersBits = 0o077

/**
 * Creates a database file that no other user can read. SQLite would use the umask, and gives its log the mode of the
 * file.
 */
export function makePrivateFile(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  for (const ending of ['', '-wal', '-shm']) makeModePrivate(file + ending, lstatOf(file + ending), 0o600)
}

/**
 * Makes the data folder and the shop's files in it private. A folder with other files keeps its mode. Returns what other
 * users can still read.
 */
export function makePrivateFolder(dataDir: string): string[] {
  if (!existsSync(dataDir)) return []
  const names = readdirSync(dataDir)
  const own = names.filter(name => ownNames.test(name)).map(name => join(dataDir, name))
  const readable = own.filter(path => !makePrivate(path))
  const folder = statSync(dataDir)
  const isOnlyShop = own.length === names.length && (folder.mode & 0o1000) === 0
  const isClosed = isOnlyShop ? makeModePrivate(dataDir, folder, 0o700) : (folder.mode & othersBits) === 0
  return isClosed ? readable : [dataDir, ...readable]
}

/** The picture and sandbox folders have no subfolders. */
function makePrivate(path: string): boolean {
  const found = lstatOf(path)
  if (!found?.isDirectory()) return makeModePrivate(path, found, 0o600)
  const inside = readdirSync(path).map(name => join(path, name))
  const files = inside.filter(file => lstatOf(file)?.isFile())
  return (
    makeModePrivate(path, found, 0o700) && files.every(file => makeModePrivate(file, lstatOf(file), 0o600))
  )
}

/** Returns whether the mode is private. Files of other users, and links, stay unchanged. */
function makeModePrivate(path: string, found: Stats | undefined, mode: number): boolean {
  if (!found || !process.getuid) return true
  const isWide = () => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & othersBits) !== 0
  if (isWide() && !found.isSymbolicLink() && found.uid === process.getuid())
    try {
      chmodSync(path, mode)
    } catch {
      // The file system has no modes, as on a memory card.
    }
  return !isWide()
}

function lstatOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false })
}
