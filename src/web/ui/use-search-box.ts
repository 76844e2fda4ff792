import { useEffect, useRef, useState } from 'react'

const pauseMs = 300

/** What stands in the search box: ahead of the address while somebody types, and led by it when they go back. */
export function useSearchBox(search: string, apply: (search: string) => void) {
  const [typed, setTyped] = useState(search)
  const applied = useRef(search)
  const pause = useRef<number>(undefined)
  // The address may have changed during the pause, and with it what applying means.
  const latest = useRef(apply)
  useEffect(() => {
    latest.current = apply
  }, [apply])

  useEffect(() => {
    if (search === applied.current) return
    window.clearTimeout(pause.current)
    applied.current = search
    setTyped(search)
  }, [search])

  useEffect(() => () => window.clearTimeout(pause.current), [])

  /** The text as it is to be applied now; a pause that is under way ends. */
  function finish(text: string): string {
    window.clearTimeout(pause.current)
    applied.current = text.trim()
    return applied.current
  }

  function type(text: string) {
    setTyped(text)
    window.clearTimeout(pause.current)
    pause.current = window.setTimeout(() => {
      if (text.trim() !== applied.current) latest.current(finish(text))
    }, pauseMs)
  }

  return { typed, type, finish: () => finish(typed) }
}
