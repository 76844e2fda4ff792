import type { ShopContent } from '#contract/shop-content.ts'
import { paletteOf } from '#domain/palette.ts'

const stripes = Array.from({ length: 18 }, (_, index) => index)

/** The upper edge of receipts and slips. Drawn as an image, because printers leave out backgrounds. */
export function PaperEdge({ look: { accent, edge } }: { look: Pick<ShopContent, 'accent' | 'edge'> }) {
  if (edge === 'none') return null
  const { '--color-primary': ink, '--color-base-300': pale } = paletteOf(accent).light
  return (
    <svg viewBox="0 0 360 28" className="block w-full" aria-hidden="true">
      {edge === 'line' ? (
        <path fill={ink} d="M0 0h360v3H0z" />
      ) : (
        stripes.map(index => (
          <path
            key={index}
            fill={index % 2 === 0 ? ink : pale}
            d={`M${index * 20} 0h20v15c0 14-20 14-20 0z`}
          />
        ))
      )}
    </svg>
  )
}
