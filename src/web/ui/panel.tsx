import { useEffect, useRef } from 'react'
import { Link, type LinkProps, useLocation, useNavigate, useSearchParams } from 'react-router'

/** The history state of a panel's link: the entry before it is the page without the panel. */
const openedHere = { openedHere: true } as const

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

  return { opened, close }
}

interface PanelLinkProps extends Omit<LinkProps, 'to' | 'state'> {
  name: string
  value: string
}

export function PanelLink({ name, value, ...link }: PanelLinkProps) {
  const [params] = useSearchParams()
  const next = new URLSearchParams(params)
  next.set(name, value)
  return <Link {...link} to={{ search: next.toString() }} state={openedHere} preventScrollReset />
}
