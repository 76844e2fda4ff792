import { mediaFile } from '#contract/pictures.ts'
import { fittedName, fittedWidths, type Size } from '#domain/fitted-picture.ts'

const widths = [960, 480]
const formats = ['avif', 'webp'] as const

const endings = widths.flatMap(width => formats.map(format => ({ width, format })))

/** The files of one picture of an item or a person: two sizes, each in two formats. */
export const filesOf = (picture: string) =>
  endings.map(({ width, format }) => ({ name: `${picture}-${width}.${format}`, width, format }))

/** The files of one picture of the shop's content: up to three widths, each in two formats. */
export const fittedFilesOf = (picture: string, size: Size) =>
  fittedWidths(size.width).flatMap(width =>
    formats.map(format => ({ name: `${fittedName(picture, size, width)}.${format}`, width, format })),
  )

const fittedFile = /^([a-f0-9]{32})-(\d+)x(\d+)/

/** All sizes and formats of the picture that a file belongs to. A video or captions file has no others. */
export function copiesOf(file: string): string[] {
  if (mediaFile.test(file)) return [file]
  const [, id, ...sides] = fittedFile.exec(file) ?? []
  const [width = 0, height = 0] = sides.map(Number)
  const copies = id ? fittedFilesOf(id, { width, height }) : filesOf(pictureOf(file))
  return copies.map(({ name }) => name)
}

/** The part of a file name or address that all sizes and formats of a picture share. */
export const pictureOf = (file: string): string => /[a-f0-9]{32}/.exec(file)?.[0] ?? file

/** The addresses under which an item or a person may show the picture of this file. */
export function addressesOf(file: string): string[] {
  const [fitted] = fittedFile.exec(file) ?? []
  const names = fitted ? [`${fitted}.webp`] : filesOf(pictureOf(file)).map(({ name }) => name)
  return names.map(name => `/images/${name}`)
}

const types: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
}

/** The content type of a stored file. */
export const typeOf = (file: string): string => types[file.replace(/.*\./, '')] ?? 'application/octet-stream'
