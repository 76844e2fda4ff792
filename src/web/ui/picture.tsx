interface PictureProps {
  src: string
  alt: string
  /** How wide it is shown, in the terms of the `sizes` attribute. */
  sizes: string
  /** The first large picture of a page should not wait; one that is about to be seen comes after it. */
  load?: 'first' | 'soon' | 'lazy'
  className?: string
}

const loading = {
  first: { loading: 'eager', fetchPriority: 'high' },
  soon: { loading: 'eager', fetchPriority: 'low' },
  lazy: { loading: 'lazy', fetchPriority: 'auto' },
} as const

/** Our own pictures by the width of the larger rendition: items and the not-found page, banners, portraits. */
const heights: Readonly<Record<string, number>> = { 960: 720, 1200: 900, 1600: 700, 480: 480 }

/** They come in two sizes and two formats: `<name>-960.webp` has three siblings. */
function renditionsOf(src: string) {
  const [, name = '', size = ''] = /^(\/(?:pictures|images)\/[\w-]+)-(\d+)\.webp$/.exec(src) ?? []
  const height = heights[size]
  if (!height) return undefined
  const width = Number(size)
  const srcSet = (format: string) =>
    `${name}-${width / 2}.${format} ${width / 2}w, ${name}-${width}.${format} ${width}w`
  const sources = ['avif', 'webp'].map(format => ({ type: `image/${format}`, srcSet: srcSet(format) }))
  return { sources, width, height }
}

/** A picture of ours in the size that is needed, or one from elsewhere, in 4:3. */
export function Picture({ src, alt, sizes, load = 'lazy', className = '' }: PictureProps) {
  const { sources, width, height } = renditionsOf(src) ?? { sources: [], width: 960, height: 720 }
  return (
    <picture className="block">
      {sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        {...loading[load]}
        decoding="async"
        className={`picture ${className}`}
      />
    </picture>
  )
}
