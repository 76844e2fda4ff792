import { useEffect, useRef } from 'react'
import { Link, type LinkProps, useLocation, useNavigate, useSearchParams } from 'react-router'

/** What a link to a panel leaves in the history: the step before is the page without it. */
const openedHere = { openedHere: true } as const

const isOpenedHere = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'openedHere' in state

/** What is in a panel or dialog with an address of its own, such as `/dashboard/manageItems?item={id}`, and how it closes. */
export function usePanel(name: string) {
  const location = useLocation()
  const navigate = useNavigate()
  const opened = new URLSearchParams(location.search).get(name) ?? undefined

  // As it is now, also for an answer that comes late; undefined while it is being left, and after that.
  const present = useRef<typeof location>(undefined)
  useEffect(() => {
    present.current = location
    return () => {
      present.current = undefined
    }
  }, [location])

  /** Back to where it was opened, so that Back does not repeat that page. Closes nothing but what it is about. */
  function close() {
    const { search = '', state } = present.current ?? {}
    const params = new URLSearchParams(search)
    if (opened === undefined || params.get(name) !== opened) return
    present.current = undefined
    if (isOpenedHere(state)) return void navigate(-1)
    params.delete(name)
    void navigate({ search: params.toString() }, { replace: true, preventScrollReset: true })
  }

  return { opened, close }
}

interface PanelLinkProps extends Omit<LinkProps, 'to' | 'state'> {
  name: string
  /** What the panel shows. */
  value: string
}

/** Opens a panel over the page as it is. */
export function PanelLink({ name, value, ...link }: PanelLinkProps) {
  const [params] = useSearchParams()
  const next = new URLSearchParams(params)
  next.set(name, value)
  return <Link {...link} to={{ search: next.toString() }} state={openedHere} preventScrollReset />
}
