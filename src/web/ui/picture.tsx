interface PictureProps {
  src: string
  alt: string
  /** How wide it is shown, in the terms of the `sizes` attribute. */
  sizes: string
  /** The first large picture of a page should not wait. */
  eager?: boolean
  className?: string
}

interface Renditions {
  large: string
  sources: { type: string; srcSet: string }[]
  width: number
}

/** Our own pictures come in two sizes and two formats: `<name>-960.webp` has three siblings. */
function renditionsOf(src: string): Renditions | undefined {
  const match = /^(\/(?:pictures|images)\/[\w-]+)-(960|1200)\.webp$/.exec(src)
  if (!match) return undefined
  const [, name = '', size = ''] = match
  const width = Number(size)
  const srcSet = (format: string) =>
    `${name}-${width / 2}.${format} ${width / 2}w, ${name}-${width}.${format} ${width}w`
  const sources = ['avif', 'webp'].map(format => ({ type: `image/${format}`, srcSet: srcSet(format) }))
  return { large: src, sources, width }
}

/** A picture in 4:3. Pictures from elsewhere are shown as they are. */
export function Picture({ src, alt, sizes, eager = false, className = '' }: PictureProps) {
  const renditions = renditionsOf(src)
  const width = renditions?.width ?? 960
  const image = (
    <img
      src={src}
      alt={alt}
      width={width}
      height={(width * 3) / 4}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      className={`picture ${className}`}
    />
  )
  if (!renditions) return image
  return (
    <picture className="block">
      {renditions.sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      {image}
    </picture>
  )
}
