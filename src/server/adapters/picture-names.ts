const widths = [960, 480]
const formats = ['avif', 'webp'] as const

const endings = widths.flatMap(width => formats.map(format => ({ width, format })))

/** The files of one picture: each in two sizes and two formats. */
export const filesOf = (picture: string) =>
  endings.map(({ width, format }) => ({ name: `${picture}-${width}.${format}`, width, format }))

/** What the sizes and formats of one picture have in common, from a file's name or its address. */
export const pictureOf = (file: string): string => /[a-f0-9]{32}/.exec(file)?.[0] ?? file

/** Under which addresses an item may show it. */
export const addressesOf = (picture: string): string[] =>
  filesOf(picture).map(({ name }) => `/images/${name}`)
