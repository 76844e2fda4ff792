import { useSyncExternalStore } from 'react'

export const darkSystem = '(prefers-color-scheme: dark)'

/** The visitor's choice, which is stored on <html>. */
function readChoice(): 'light' | 'dark' | 'system' {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function observeChoice(listener: () => void): () => void {
  const choice = new MutationObserver(listener)
  choice.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => choice.disconnect()
}

/** The visitor's choice; `system` on the server, in the first render, and without a choice. */
export const useChosenTheme = () => useSyncExternalStore(observeChoice, readChoice, () => 'system' as const)

/** The theme in effect. */
function readTheme(): 'light' | 'dark' {
  const choice = readChoice()
  if (choice !== 'system') return choice
  return window.matchMedia(darkSystem).matches ? 'dark' : 'light'
}

function subscribe(listener: () => void): () => void {
  const system = window.matchMedia(darkSystem)
  system.addEventListener('change', listener)
  const stopObserving = observeChoice(listener)
  return () => {
    system.removeEventListener('change', listener)
    stopObserving()
  }
}

/** For what a style sheet cannot reach; everything else uses CSS. */
export const useTheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, readTheme, () => 'light')
