import { useSyncExternalStore } from 'react'

const darkSystem = '(prefers-color-scheme: dark)'

/** The theme that is seen now: the visitor's choice on <html>, else the system's. */
function readTheme(): 'light' | 'dark' {
  const { theme } = document.documentElement.dataset
  if (theme === 'light' || theme === 'dark') return theme
  return window.matchMedia(darkSystem).matches ? 'dark' : 'light'
}

function subscribe(listener: () => void): () => void {
  const system = window.matchMedia(darkSystem)
  const choice = new MutationObserver(listener)
  system.addEventListener('change', listener)
  choice.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', listener)
    choice.disconnect()
  }
}

/** For what a style sheet cannot reach; everything else follows the theme by CSS alone. */
export const useTheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, readTheme, () => 'light')
