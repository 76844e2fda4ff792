import { Window } from 'happy-dom'

const names = [
  'document',
  'navigator',
  'location',
  'history',
  'localStorage',
  'sessionStorage',
  'Node',
  'Element',
  'HTMLElement',
  'HTMLInputElement',
  'HTMLFormElement',
  'HTMLIFrameElement',
  'MutationObserver',
  'IntersectionObserver',
  'FormData',
  'File',
  'Event',
  'CustomEvent',
  'KeyboardEvent',
  'MouseEvent',
  'FocusEvent',
  'StorageEvent',
  'PopStateEvent',
  'getComputedStyle',
  'requestAnimationFrame',
  'cancelAnimationFrame',
] as const

/** Defines as globals the browser APIs that src/web and its libraries use. */
function openWindow(): void {
  const page = new Window({ url: 'http://shop.test/', width: 1280, height: 800 })
  for (const name of names) {
    Object.defineProperty(globalThis, name, { configurable: true, get: () => Reflect.get(page, name) })
  }

  // The window uses the global timers and fetch, so that a test replaces both at once.
  for (const name of ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'fetch'] as const) {
    Object.defineProperty(page, name, {
      configurable: true,
      value: (...given: unknown[]) => {
        const made: unknown = Reflect.apply(globalThis[name], globalThis, given)
        // A pending timer, such as a toast's, does not keep the process alive.
        if (made instanceof Object && 'unref' in made && made.unref instanceof Function) made.unref()
        return made
      },
    })
  }

  Object.defineProperty(globalThis, 'window', { configurable: true, value: page })

  URL.createObjectURL = () => 'blob:http://shop.test/chosen'
  URL.revokeObjectURL = () => undefined
}

// The test files of a worker share one window, because they share the modules that refer to it.
if (!('window' in globalThis)) openWindow()
