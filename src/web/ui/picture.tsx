import { renditionsOf } from './renditions.ts'
import { darkSystem, useChosenTheme } from './theme.ts'

interface PictureProps {
  src: string
  alt: string
  /** The `sizes` attribute. */
  sizes: string
  /** The first large picture of a page loads first, one just out of view soon after. */
  load?: 'first' | 'soon' | 'lazy'
  /** Never cropped, as a logo or a signature. */
  whole?: boolean
  className?: string
}

const loading = {
  first: { loading: 'eager', fetchPriority: 'high' },
  soon: { loading: 'eager', fetchPriority: 'low' },
  lazy: { loading: 'lazy', fetchPriority: 'auto' },
} as const

/** A media query selects the theme, because the server does not know it; a visitor's choice overrides it. */
const duskMedia = { system: darkSystem, dark: 'all', light: 'not all' } as const

const unknown = { sources: [], hasDusk: false }
const usualSize = { width: 960, height: 720 }

/** Our own picture in the right size and light, or an external one. It is cropped to 4:3, unless its class says otherwise. */
export function Picture({ src, alt, sizes, load = 'lazy', whole, className = '' }: PictureProps) {
  const { sources, hasDusk, ...size } = renditionsOf(src) ?? { ...unknown, ...(!whole && usualSize) }
  const theme = useChosenTheme()
  return (
    <picture className={whole ? 'contents' : 'block'}>
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
        // An unsaved banner may have none yet.
        src={src || undefined}
        alt={alt}
        {...size}
        {...loading[load]}
        decoding="async"
        data-dusk={hasDusk || undefined}
        className={whole ? className : `picture ${className}`}
      />
    </picture>
  )
}
