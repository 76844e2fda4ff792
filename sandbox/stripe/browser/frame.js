// The page's side of the messaging with a frame of the provider. It accepts messages only from that frame, and
// sends only to its origin.

export class Frame {
  constructor(origin, path, title, handlers) {
    this.origin = origin
    this.handlers = handlers
    this.calls = new Map()
    this.open = false
    this.element = document.createElement('iframe')
    this.element.title = title
    this.element.src = `${origin}${path}?parent=${encodeURIComponent(location.origin)}`
    Object.assign(this.element.style, {
      border: 'none',
      display: 'block',
      width: '100%',
      background: 'transparent',
    })
    this.greeted = new Promise(resolve => {
      this.greet = resolve
    })
    this.receive = event => this.#heard(event)
    window.addEventListener('message', this.receive)
  }

  /** Until the frame says hello, it still has an empty document of another origin. */
  send(message) {
    if (this.open) this.element.contentWindow?.postMessage({ stripe: true, ...message }, this.origin)
  }

  /** Sends a message and waits for the reply; removing the frame ends the wait. */
  async request(message) {
    await this.greeted
    const call = crypto.getRandomValues(new Uint32Array(2)).join('-')
    return new Promise(resolve => {
      this.calls.set(call, resolve)
      this.send({ ...message, call })
    })
  }

  remove() {
    window.removeEventListener('message', this.receive)
    this.element.remove()
    for (const resolve of this.calls.values()) resolve({ error: gone })
    this.calls.clear()
  }

  #heard(event) {
    const fromFrame = event.source !== null && event.source === this.element.contentWindow
    if (!fromFrame || event.origin !== this.origin || event.data?.stripe !== true) return
    const { type, call, answer } = event.data
    if (type === 'hello') {
      this.open = true
      this.greet()
    }
    if (type === 'answer') {
      this.calls.get(call)?.(answer)
      this.calls.delete(call)
    }
    this.handlers[type]?.(event.data)
  }
}

const gone = {
  type: 'invalid_request_error',
  message: 'The payment fields were removed from the page before the payment was confirmed.',
}

/** Frame and document must agree on light or dark, or the browser paints the frame's background opaque. */
export function colorSchemeOf(appearance = {}) {
  if (appearance.theme === 'night') return 'dark'
  const probe = document.createElement('span')
  probe.style.color = appearance.variables?.colorBackground ?? 'white'
  const [red = 255, green = 255, blue = 255] =
    (probe.style.color.match(/^rgb/) && probe.style.color.match(/[\d.]+/g)) || []
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128 ? 'dark' : 'light'
}

/** Calls listeners asynchronously, as Stripe does, never within the call that caused the event. */
export class Emitter {
  #listeners = []

  on(event, handler) {
    this.#listeners.push({ event, handler, once: false })
    return this
  }

  once(event, handler) {
    this.#listeners.push({ event, handler, once: true })
    return this
  }

  off(event, handler) {
    this.#listeners = this.#listeners.filter(
      listener => listener.event !== event || (handler !== undefined && listener.handler !== handler),
    )
    return this
  }

  emit(event, detail) {
    setTimeout(() => {
      for (const listener of this.#listeners.filter(one => one.event === event)) {
        if (listener.once) this.off(event, listener.handler)
        listener.handler(detail)
      }
    }, 0)
  }
}

export class IntegrationError extends Error {
  name = 'IntegrationError'
}
