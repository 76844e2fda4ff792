import { useEffect, useRef, useState } from 'react'

const pauseMs = 300

/** The text in the search box: ahead of the address while the visitor types, and set by it on Back. */
export function useSearchBox(search: string, apply: (search: string) => void) {
  const [typed, setTyped] = useState(search)
  const applied = useRef(search)
  const pause = useRef<number>(undefined)
  // The address may have changed during the pause, so the latest callback applies.
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

  /** Ends the pause and returns the text to apply. */
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
