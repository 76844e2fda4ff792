import { fittedName, fittedWidths } from '#domain/fitted-picture.ts'

interface Kind {
  height: number
  avif: readonly number[]
  webp: readonly number[]
}

/** Our own pictures, by the width in their address: items and their views, banners, not found, portraits. */
const ownPictures: Readonly<Record<string, Kind>> = {
  960: { height: 720, avif: [480, 960, 1440], webp: [480, 960] },
  1600: { height: 700, avif: [800, 1600, 2400], webp: [800, 1600] },
  1200: { height: 900, avif: [600, 1200], webp: [600, 1200] },
  480: { height: 480, avif: [240, 480], webp: [240, 480] },
}

/** Uploads are stored in two sizes. */
const uploaded: Readonly<Record<string, Kind>> = {
  960: { height: 720, avif: [480, 960], webp: [480, 960] },
}

/** Pictures with a version taken at dusk for the dark theme: `<slug>-dusk` in the same sizes. */
export const atDusk: ReadonlySet<string> = new Set([
  'oak-desk-tray',
  'stoneware-mug',
  'dome-desk-lamp',
  'linen-notebook',
  'enamel-kettle',
  'walnut-chopping-board',
  'brass-pen-rest',
  'copper-coffee-dripper',
  'linen-tea-towel',
  'beeswax-candles',
  'marble-salt-cellar',
  'desk-clock',
  'banner-desk',
  'banner-kitchen',
  'banner-morning',
  'banner-gifts',
])

interface Source {
  type: string
  srcSet: string
  dusk: boolean
}

interface Renditions {
  sources: Source[]
  width: number
  height: number
  hasDusk: boolean
}

/** A picture of the shop's content, in its own shape. */
function fitted(src: string): Renditions | undefined {
  const [, id, w, h] = /^\/images\/([a-f0-9]{32})-(\d+)x(\d+)\.webp$/.exec(src) ?? []
  if (!id) return undefined
  const size = { width: Number(w), height: Number(h) }
  const sources = ['avif', 'webp'].map(format => ({
    type: `image/${format}`,
    srcSet: fittedWidths(size.width)
      .map(width => `/images/${fittedName(id, size, width)}.${format} ${width}w`)
      .join(', '),
    dusk: false,
  }))
  return { sources, ...size, hasDusk: false }
}

/** `<name>-960.webp` stands for all sizes and formats of its picture; the dusk version comes first, if there is one. */
export function renditionsOf(src: string): Renditions | undefined {
  const [, folder = '', slug = '', size = ''] = /^\/(pictures|images)\/([\w-]+)-(\d+)\.webp$/.exec(src) ?? []
  const kind = (folder === 'images' ? uploaded : ownPictures)[size]
  if (!kind) return fitted(src)
  const sourcesOf = (name: string, dusk: boolean) =>
    (['avif', 'webp'] as const).map(format => ({
      type: `image/${format}`,
      srcSet: kind[format].map(width => `/${folder}/${name}-${width}.${format} ${width}w`).join(', '),
      dusk,
    }))
  const hasDusk = folder === 'pictures' && atDusk.has(slug)
  const sources = [...(hasDusk ? sourcesOf(`${slug}-dusk`, true) : []), ...sourcesOf(slug, false)]
  return { sources, width: Number(size), height: kind.height, hasDusk }
}

/** The demo's banners are wide photographs with empty paper on the left, where the words stand. */
export const hasRoomForWords = (picture: string): boolean => picture.startsWith('/pictures/banner-')
