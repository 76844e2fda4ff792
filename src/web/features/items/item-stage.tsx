import type { KeyboardEvent } from 'react'
import type { Offer } from '#contract/public-shop.ts'
import { Picture } from '../../ui/picture.tsx'
import { useCarouselTrack } from '../../ui/use-carousel-track.ts'
import { useZoom } from './zoom.ts'
import './item-stage.css'

const sizes = '(min-width: 1024px) 640px, 100vw'

/** At twice the size the browser fetches a larger rendition, if there is one. */
const zoomedSizes = '(min-width: 1024px) 1280px, 200vw'

/** The pictures of an item, one at a time: by swipe, arrow keys or thumbnail. */
export function ItemStage({ item }: { item: Offer }) {
  const views = [...new Set([item.photoUrl, ...item.pictures])]
  const { track, current, go, step } = useCarouselTrack()
  const { zoomed, leave, toggle, onPointerMove, handleKey } = useZoom<HTMLUListElement>()

  function onKeyDown(event: KeyboardEvent) {
    // These combinations belong to the browser, such as Back.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const direction = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[event.key]
    if (handleKey(event, track.current)) event.preventDefault()
    else if (direction) {
      event.preventDefault()
      step(direction)
    }
  }

  function choose(index: number) {
    leave()
    go(index)
  }

  return (
    <section
      className="stage"
      aria-label="Pictures"
      data-shelf={item.isInStock ? undefined : 'sold_out'}
      onKeyDown={onKeyDown}
    >
      <div className="relative">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button beside it does the same */}
        <ul
          ref={track}
          className="stage-track"
          data-zoomed={zoomed || undefined}
          tabIndex={views.length > 1 ? 0 : undefined}
          onPointerMove={onPointerMove}
          onClick={() => toggle(track.current)}
        >
          {views.map((view, index) => (
            <li key={view} data-current={index === current || undefined}>
              <Picture
                src={view}
                alt={index === 0 ? item.name : `Another view, ${index + 1} of ${views.length}`}
                sizes={zoomed && index === current ? zoomedSizes : sizes}
                load={index === 0 ? 'first' : 'lazy'}
                className={index === 0 ? 'moving-picture' : ''}
              />
            </li>
          ))}
        </ul>
        <ZoomButton zoomed={zoomed} onPress={() => toggle(track.current)} />
      </div>
      {views.length > 1 && <Thumbnails views={views} current={current} onChoose={choose} />}
    </section>
  )
}

const ZoomButton = ({ zoomed, onPress }: { zoomed: boolean; onPress: () => void }) => (
  <button
    type="button"
    className="icon-button stage-zoom"
    aria-label="Zoom"
    aria-pressed={zoomed}
    onClick={onPress}
  >
    <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
      <path
        d={`M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M20 20l-4.9-4.9M8 10.5h5${zoomed ? '' : 'M10.5 8v5'}`}
      />
    </svg>
  </button>
)

interface ThumbnailsProps {
  views: readonly string[]
  current: number
  onChoose: (index: number) => void
}

const Thumbnails = ({ views, current, onChoose }: ThumbnailsProps) => (
  <ul className="stage-thumbnails">
    {views.map((view, index) => (
      <li key={view}>
        <button
          type="button"
          aria-label={`Show view ${index + 1} of ${views.length}`}
          aria-current={index === current}
          onClick={() => onChoose(index)}
        >
          <Picture src={view} alt="" sizes="96px" load="soon" />
        </button>
      </li>
    ))}
  </ul>
)
