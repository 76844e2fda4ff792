import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

/** The visible part of a zoomed picture: 0 is the left or top edge, 1 the opposite one. */
interface Point {
  x: number
  y: number
}

const center: Point = { x: 0.5, y: 0.5 }

const steps: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -0.2, y: 0 },
  ArrowRight: { x: 0.2, y: 0 },
  ArrowUp: { x: 0, y: -0.2 },
  ArrowDown: { x: 0, y: 0.2 },
}

const clamp = (share: number): number => Math.min(1, Math.max(0, share))

/** A picture at twice its size; pointer, finger and arrow keys pan it. */
export function useZoom<Box extends HTMLElement>() {
  const [zoomed, setZoomed] = useState(false)
  const point = useRef(center)

  /** Bypasses React, because a pointer moves many times a second and nothing else depends on it. */
  function pan(box: HTMLElement, { x, y }: Point): void {
    point.current = { x: clamp(x), y: clamp(y) }
    box.style.setProperty('--zoom-x', `${point.current.x * 100}%`)
    box.style.setProperty('--zoom-y', `${point.current.y * 100}%`)
  }

  return {
    zoomed,
    leave: () => setZoomed(false),
    toggle(box: Box | null): void {
      if (!zoomed && box) pan(box, center)
      setZoomed(!zoomed)
    },
    onPointerMove({ currentTarget, clientX, clientY }: PointerEvent<Box>): void {
      if (!zoomed) return
      const { left, top, width, height } = currentTarget.getBoundingClientRect()
      pan(currentTarget, { x: (clientX - left) / width, y: (clientY - top) / height })
    },
    /** Returns true if the zoomed picture has handled the key. */
    handleKey(event: KeyboardEvent, box: Box | null): boolean {
      if (!zoomed || !box) return false
      const by = steps[event.key]
      if (by) pan(box, { x: point.current.x + by.x, y: point.current.y + by.y })
      else if (event.key === 'Escape') setZoomed(false)
      else return false
      return true
    },
  }
}
