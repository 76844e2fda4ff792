import { useEffect, useRef } from 'react'

/** The link in its row to an order's panel. */
export const linkOf = (id: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-order]')].find(link => link.dataset.order === id)

/**
 * Keeps the row of the open order in view. When the panel closes, the focus goes to that row: the browser would give it
 * to the row that opened the panel, and the panel may have moved on.
 */
export function useCurrentRow(opened: string | undefined): void {
  const last = useRef(opened)
  useEffect(() => {
    const link = linkOf(opened ?? last.current ?? '')
    if (opened) link?.closest('tr')?.scrollIntoView({ block: 'nearest' })
    else if (document.activeElement?.matches('[data-order]')) link?.focus()
    last.current = opened
  }, [opened])
}
