import { useCallback, useEffect, useRef, useState } from 'react'

/** A row of slides that the browser scrolls and snaps: its position, and how to move it. */
export function useCarouselTrack() {
  const track = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    const element = track.current
    const onScroll = () => element && setCurrent(Math.round(element.scrollLeft / strideOf(element)))
    element?.addEventListener('scroll', onScroll, { passive: true })
    return () => element?.removeEventListener('scroll', onScroll)
  }, [])
  const go = useCallback((index: number) => {
    const element = track.current
    element?.scrollTo({ left: index * strideOf(element) })
  }, [])
  const step = useCallback(
    (by: 1 | -1) => {
      const element = track.current
      if (!element) return
      const last = Math.round((element.scrollWidth - element.clientWidth) / strideOf(element))
      const next = Math.round(element.scrollLeft / strideOf(element)) + by
      go(next > last ? 0 : next < 0 ? last : next)
    },
    [go],
  )
  return { track, current, go, step }
}

/** The distance from one slide's left edge to the next one's. */
function strideOf(track: HTMLElement): number {
  const [first, second] = track.children
  if (!first || !second) return track.clientWidth || 1
  return second.getBoundingClientRect().left - first.getBoundingClientRect().left
}
