import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

/** The visible part of a zoomed picture: 0 is the left or top edge, 1 the opposite one. */
interface Spot {
  x: number
  y: number
}

const middle: Spot = { x: 0.5, y: 0.5 }

const steps: Readonly<Record<string, Spot>> = {
  ArrowLeft: { x: -0.2, y: 0 },
  ArrowRight: { x: 0.2, y: 0 },
  ArrowUp: { x: 0, y: -0.2 },
  ArrowDown: { x: 0, y: 0.2 },
}

const within = (share: number): number => Math.min(1, Math.max(0, share))

/** A picture at twice its size; pointer, finger and arrow keys pan it. */
export function useZoom<Box extends HTMLElement>() {
  const [zoomed, setZoomed] = useState(false)
  const spot = useRef(middle)

  /** Bypasses React, because a pointer moves many times a second and nothing else depends on it. */
  function look(box: HTMLElement, { x, y }: Spot): void {
    spot.current = { x: within(x), y: within(y) }
    box.style.setProperty('--zoom-x', `${spot.current.x * 100}%`)
    box.style.setProperty('--zoom-y', `${spot.current.y * 100}%`)
  }

  return {
    zoomed,
    leave: () => setZoomed(false),
    toggle(box: Box | null): void {
      if (!zoomed && box) look(box, middle)
      setZoomed(!zoomed)
    },
    onPointerMove({ currentTarget, clientX, clientY }: PointerEvent<Box>): void {
      if (!zoomed) return
      const { left, top, width, height } = currentTarget.getBoundingClientRect()
      look(currentTarget, { x: (clientX - left) / width, y: (clientY - top) / height })
    },
    /** Returns true if the zoomed picture has handled the key. */
    takesKey(event: KeyboardEvent, box: Box | null): boolean {
      if (!zoomed || !box) return false
      const by = steps[event.key]
      if (by) look(box, { x: spot.current.x + by.x, y: spot.current.y + by.y })
      else if (event.key === 'Escape') setZoomed(false)
      else return false
      return true
    },
  }
}
