import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import './printing.css'

/** Prints something and nothing of the page around it: the browser shows it first, and can make a PDF of it. */
export function usePrinting() {
  const [sheet, print] = useState<ReactNode>()
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!sheet) return
    let isWanted = true
    const putAway = () => print(undefined)
    // A phone goes on with the page while it prints, so that it stays until it says that it is done.
    window.addEventListener('afterprint', putAway)
    void shown(box.current).then(() => isWanted && window.print())
    return () => {
      isWanted = false
      window.removeEventListener('afterprint', putAway)
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

/** A picture that has not come when the browser prints stays white; one that cannot come is not waited for. */
const shown = (box: HTMLElement | null) =>
  Promise.allSettled([...(box?.querySelectorAll('img') ?? [])].map(picture => picture.decode()))
