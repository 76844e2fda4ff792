const widths = [960, 480]
const formats = ['avif', 'webp'] as const

const endings = widths.flatMap(width => formats.map(format => ({ width, format })))

/** The files of one picture: two sizes, each in two formats. */
export const filesOf = (picture: string) =>
  endings.map(({ width, format }) => ({ name: `${picture}-${width}.${format}`, width, format }))

/** The part of a file name or address that all sizes and formats of a picture share. */
export const pictureOf = (file: string): string => /[a-f0-9]{32}/.exec(file)?.[0] ?? file

/** The addresses under which an item may show it. */
export const addressesOf = (picture: string): string[] =>
  filesOf(picture).map(({ name }) => `/images/${name}`)
