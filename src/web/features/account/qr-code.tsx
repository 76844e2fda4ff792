import { lazy, Suspense } from 'react'

/** Loaded on demand, because few visitors set up an app. */
const Drawing = lazy(async () => {
  const { encode } = await import('uqr')
  return {
    default({ text, label }: QrCodeProps) {
      const { data, size } = encode(text, { ecc: 'M', border: 2 })
      const squares = data.flatMap((row, y) =>
        row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
      )
      return (
        <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className="h-full w-full">
          <path d={squares.join('')} fill="#000" shapeRendering="crispEdges" />
        </svg>
      )
    },
  }
})

interface QrCodeProps {
  text: string
  label: string
}

/** Black on white in both themes, because phones scan it that way. */
export const QrCode = (props: QrCodeProps) => (
  <div className="size-48 bg-white">
    <Suspense>
      <Drawing {...props} />
    </Suspense>
  </div>
)
