import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import './printing.css'

/** Prints an element without the page around it. The browser previews it, and can save it as a PDF. */
export function usePrinting() {
  const [sheet, print] = useState<ReactNode>()
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!sheet) return
    let isCurrent = true
    const clear = () => print(undefined)
    // A phone prints in the background, so the element stays until the browser reports the end.
    window.addEventListener('afterprint', clear)
    void picturesLoaded(box.current).then(() => isCurrent && window.print())
    return () => {
      isCurrent = false
      window.removeEventListener('afterprint', clear)
    }
  }, [sheet])

  const printed =
    sheet &&
    createPortal(
      <div ref={box} className="printed">
        {sheet}
      </div>,
      document.body,
    )
  return { print, printed }
}

/** Waits for pictures, because an unloaded one prints white; a broken one is skipped. */
const picturesLoaded = (box: HTMLElement | null) =>
  Promise.allSettled([...(box?.querySelectorAll('img') ?? [])].map(picture => picture.decode()))
