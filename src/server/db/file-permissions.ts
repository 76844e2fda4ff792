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

/** All that the shop, its commands and its sandbox make in the data folder. */
const ownNames =
  /^(shop\.db(\.(restoring|damaged|copy))?(-wal|-shm|-journal)?|shop\.db\.left|shop\.lock(-journal)?|images|sandbox|erased-accounts\.txt|backup-to\.txt)$/

const othersBits = 0o077

/**
 * A database file that nobody else on this machine can read, made before SQLite opens it: SQLite would make it as the
 * umask says, and gives the log beside it the same mode.
 */
export function makePrivateFile(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  for (const ending of ['', '-wal', '-shm']) tighten(file + ending, lstatOf(file + ending), 0o600)
}

/**
 * Takes the shop's folder and its own files in it from everybody else, whatever modes they came with (a copy, an
 * earlier version, a wide umask). A folder that is not the shop's alone stays as it is. Answers what others can
 * still get at.
 */
export function makePrivateFolder(dataDir: string): string[] {
  if (!existsSync(dataDir)) return []
  const names = readdirSync(dataDir)
  const own = names.filter(name => ownNames.test(name)).map(name => join(dataDir, name))
  const kept = own.filter(path => !makePrivate(path))
  const folder = statSync(dataDir)
  const isShopsAlone = own.length === names.length && (folder.mode & 0o1000) === 0
  const isClosed = isShopsAlone ? tighten(dataDir, folder, 0o700) : (folder.mode & othersBits) === 0
  return isClosed ? kept : [dataDir, ...kept]
}

/** The pictures lie directly in their folder, and so does what the sandbox keeps. */
function makePrivate(path: string): boolean {
  const found = lstatOf(path)
  if (!found?.isDirectory()) return tighten(path, found, 0o600)
  const inside = readdirSync(path).map(name => join(path, name))
  const files = inside.filter(file => lstatOf(file)?.isFile())
  return tighten(path, found, 0o700) && files.every(file => tighten(file, lstatOf(file), 0o600))
}

/** Whether others are kept out. What belongs to somebody else, or lies elsewhere behind a link, is theirs to close. */
function tighten(path: string, found: Stats | undefined, mode: number): boolean {
  if (!found || !process.getuid) return true
  const isWide = () => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & othersBits) !== 0
  if (isWide() && !found.isSymbolicLink() && found.uid === process.getuid())
    try {
      chmodSync(path, mode)
    } catch {
      // A disk without modes, such as a memory card's: the mode stays as it was.
    }
  return !isWide()
}

function lstatOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false })
}
