import { useState } from 'react'

/** A choice that this browser remembers, if it allows that; null without one. */
export function useStored(key: string): [string | null, (value: string | null) => void] {
  const [value, setValue] = useState(() => read(key))
  const store = (next: string | null) => {
    setValue(next)
    write(key, next)
  }
  return [value, store]
}

function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, value)
  } catch {
    // The choice then lasts until the page is left.
  }
}
