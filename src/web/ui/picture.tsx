import { renditionsOf } from './renditions.ts'
import { darkSystem, useChosenTheme } from './theme.ts'

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

/** By system until the visitor has chosen: the server cannot know the theme, the browser picks the source itself. */
const duskMedia = { system: darkSystem, dark: 'all', light: 'not all' } as const

const unknown = { sources: [], width: 960, height: 720, hasDusk: false }

/** A picture of ours in the size and light that are needed, or one from elsewhere, in 4:3. */
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
