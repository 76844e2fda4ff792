import { useEffect, useRef } from 'react'
import { Link, type LinkProps, useLocation, useNavigate } from 'react-router'

/** The history state of a panel's link: the entry before it is the page without the panel. */
export const openedHere = { openedHere: true } as const

const isOpenedHere = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'openedHere' in state

/** A panel or dialog with its own address, such as `/dashboard/manageItems?item={id}`. */
export function usePanel(name: string) {
  const location = useLocation()
  const navigate = useNavigate()
  const opened = new URLSearchParams(location.search).get(name) ?? undefined

  // The current location, for late responses; undefined once it is being left.
  const latest = useRef<typeof location>(undefined)
  useEffect(() => {
    latest.current = location
    return () => {
      latest.current = undefined
    }
  }, [location])

  /**
   * Goes back to the page that opened it, so that Back does not repeat that page. Ignores a panel that was opened
   * since.
   */
  function close() {
    const { search = '', state } = latest.current ?? {}
    const params = new URLSearchParams(search)
    if (opened === undefined || params.get(name) !== opened) return
    latest.current = undefined
    if (isOpenedHere(state)) return void navigate(-1)
    params.delete(name)
    void navigate({ search: params.toString() }, { replace: true, preventScrollReset: true })
  }

  /** Opens it, or shows another one in its place: Back leads to the page without a panel. */
  function show(value: string) {
    const { search = '', state } = latest.current ?? {}
    const params = new URLSearchParams(search)
    const isOpen = params.has(name)
    params.set(name, value)
    void navigate({ search: params.toString() }, { ...entryFor(isOpen, state), preventScrollReset: true })
  }

  return { opened, close, show }
}

/** Back leads to the page without a panel, also from the second one that was shown. */
const entryFor = (isOpen: boolean, state: unknown) =>
  isOpen ? { replace: true, state } : { state: openedHere }

interface PanelLinkProps extends Omit<LinkProps, 'to' | 'state'> {
  name: string
  value: string
}

export function PanelLink({ name, value, ...link }: PanelLinkProps) {
  const { search, state } = useLocation()
  const next = new URLSearchParams(search)
  const isOpen = next.has(name)
  next.set(name, value)
  return <Link {...link} {...entryFor(isOpen, state)} to={{ search: next.toString() }} preventScrollReset />
}
