import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useMedia } from './media.ts'
import { useCarouselTrack } from './use-carousel-track.ts'

interface CarouselProps<Slide> {
  label: string
  className: string
  slides: readonly Slide[]
  keyOf: (slide: Slide, index: number) => string
  /** Milliseconds per slide. */
  slideMs: number
  children: (slide: Slide, index: number) => ReactNode
}

/**
 * The browser scrolls and snaps the track, so swiping needs no script. The style sheet decides how many slides fit, and
 * so how many dots there are.
 */
export function Carousel<Slide>({
  label,
  className,
  slides,
  keyOf,
  slideMs,
  children,
}: CarouselProps<Slide>) {
  const { track, current, go, step } = useCarouselTrack()
  const { playing, toggle, hold, release } = useAutoplay(step, slideMs)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    step(event.key === 'ArrowRight' ? 1 : -1)
  }
  return (
    <section
      aria-roledescription="carousel"
      aria-label={label}
      className={`carousel-box ${className}`}
      onKeyDown={onKeyDown}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul ref={track} className="carousel-track" aria-live={playing ? 'off' : 'polite'} tabIndex={0}>
        {slides.map((slide, index) => (
          <li key={keyOf(slide, index)}>{children(slide, index)}</li>
        ))}
      </ul>
      <div className="carousel-controls" hidden={slides.length < 2}>
        <Arrow label="Previous" path="m14 6-6 6 6 6" onPress={() => step(-1)} />
        <div className="carousel-dots">
          {slides.map((slide, index) => (
            <button
              key={keyOf(slide, index)}
              type="button"
              aria-label={`Show slide ${index + 1}`}
              aria-current={index === current}
              onClick={() => go(index)}
            />
          ))}
        </div>
        <Arrow label="Next" path="m10 6 6 6-6 6" onPress={() => step(1)} />
        <Arrow
          label={playing ? 'Pause' : 'Play'}
          path={playing ? 'M9 6v12M15 6v12' : 'M8 5.5v13l10-6.5z'}
          onPress={toggle}
        />
      </div>
    </section>
  )
}

function Arrow({ label, path, onPress }: { label: string; path: string; onPress: () => void }) {
  return (
    <button type="button" className="icon-button" aria-label={label} onClick={onPress}>
      <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  )
}

/** Plays unless the visitor stopped it, prefers reduced motion, or is on it without having pressed play. */
function useAutoplay(step: (by: 1) => void, slideMs: number) {
  const reduced = useMedia('(prefers-reduced-motion: reduce)')
  const [chosen, setChosen] = useState<boolean>()
  const [held, setHeld] = useState(false)
  const playing = chosen ?? !reduced
  const running = chosen ?? (playing && !held)
  useEffect(() => {
    if (!running) return
    const timer = window.setInterval(() => step(1), slideMs)
    return () => window.clearInterval(timer)
  }, [running, step, slideMs])
  return {
    playing,
    toggle: () => setChosen(!playing),
    hold: () => setHeld(true),
    release: () => setHeld(false),
  }
}
