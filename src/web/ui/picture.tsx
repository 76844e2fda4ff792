import { renditionsOf } from './renditions.ts'
import { darkSystem, useChosenTheme } from './theme.ts'

interface PictureProps {
  src: string
  alt: string
  /** The `sizes` attribute. */
  sizes: string
  /** The first large picture of a page loads first, one just out of view soon after. */
  load?: 'first' | 'soon' | 'lazy'
  className?: string
}

const loading = {
  first: { loading: 'eager', fetchPriority: 'high' },
  soon: { loading: 'eager', fetchPriority: 'low' },
  lazy: { loading: 'lazy', fetchPriority: 'auto' },
} as const

/** A media query selects the theme, because the server does not know it; a visitor's choice overrides it. */
const duskMedia = { system: darkSystem, dark: 'all', light: 'not all' } as const

const unknown = { sources: [], width: 960, height: 720, hasDusk: false }

/** Our own picture in the right size and light, or an external one, in 4:3. */
export function Picture({ src, alt, sizes, load = 'lazy', className = '' }: PictureProps) {
  const { sources, width, height, hasDusk } = renditionsOf(src) ?? unknown
  const theme = useChosenTheme()
  return (
    <picture className="block">
      {sources.map(({ type, srcSet, dusk }) => (
        <source
          key={srcSet}
          media={dusk ? duskMedia[theme] : undefined}
          type={type}
          srcSet={srcSet}
          sizes={sizes}
        />
      ))}
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        {...loading[load]}
        decoding="async"
        data-dusk={hasDusk || undefined}
        className={`picture ${className}`}
      />
    </picture>
  )
}
