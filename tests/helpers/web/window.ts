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

/** A page of the shop without a browser: the parts of one that src/web and its libraries touch, as globals. */
function openWindow(): void {
  const page = new Window({ url: 'http://shop.test/', width: 1280, height: 800 })
  for (const name of names) {
    Object.defineProperty(globalThis, name, { configurable: true, get: () => Reflect.get(page, name) })
  }

  // One clock for both, so that a test can hold it; and one fetch, which is the test's own network.
  for (const name of ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'fetch'] as const) {
    Object.defineProperty(page, name, {
      configurable: true,
      value: (...given: unknown[]) => {
        const made: unknown = Reflect.apply(globalThis[name], globalThis, given)
        // A message that would be seen for some seconds more does not keep the tests waiting.
        if (made instanceof Object && 'unref' in made && made.unref instanceof Function) made.unref()
        return made
      },
    })
  }

  Object.defineProperty(globalThis, 'window', { configurable: true, value: page })

  URL.createObjectURL = () => 'blob:http://shop.test/chosen'
  URL.revokeObjectURL = () => undefined
}

// The files of a worker share it, as they share the modules that hold on to it.
if (!('window' in globalThis)) openWindow()
