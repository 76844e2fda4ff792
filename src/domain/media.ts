/** The formats of videos and captions. */
export type MediaFormat = 'mp4' | 'webm' | 'vtt'

/** As many of a file's first bytes as tell its format. */
export const recognizedBytes = 64

/** The major brands of MP4 files. QuickTime, audio and pictures have other ones. */
const mp4Brand = /^(iso[\da-z]|mp4[12]|mp71|avc1|M4V.|MSNV|dash|f4v )/

/** The format of a file by its first bytes, whatever its name and type claim. */
export function mediaFormatOf(first: Uint8Array): MediaFormat | undefined {
  const start = String.fromCharCode(...first.subarray(0, recognizedBytes))
  if (start.slice(4, 8) === 'ftyp' && mp4Brand.test(start.slice(8, 12))) return 'mp4'
  // Matroska has the same first bytes, but browsers play only the part of it that is called WebM.
  if (start.startsWith('\x1aE\xdf\xa3') && start.includes('webm')) return 'webm'
  if (/^(\xef\xbb\xbf)?WEBVTT([ \t\r\n]|$)/.test(start)) return 'vtt'
  return undefined
}
