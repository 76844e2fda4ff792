// An Element embeds the provider's card fields in the shop's page.

import { colorSchemeOf, Emitter, Frame, IntegrationError } from './frame.js'

/** Long enough for a slow machine; after that, loading the fields counts as failed. */
const loadTimeoutMs = 15_000

export class Element extends Emitter {
  #group
  #type
  #options
  #frame = null
  #destroyed = false
  #ready = false

  constructor(group, type, options) {
    super()
    this.#group = group
    this.#type = type
    this.#options = options
  }

  get type() {
    return this.#type
  }

  mount(target) {
    if (this.#destroyed)
      throw new IntegrationError('This Element has already been destroyed. Please create a new one.')
    const place = typeof target === 'string' ? document.querySelector(target) : target
    if (!place)
      throw new IntegrationError(`The selector you specified (${target}) applies to no DOM elements.`)
    if (this.#frame && this.#frame.element.parentNode === place) return
    this.unmount()
    place.replaceChildren()
    this.#frame = this.#newFrame(place)
    place.classList.add('StripeElement', 'StripeElement--empty')
    place.append(this.#frame.element)
    void this.#load(this.#frame)
  }

  unmount() {
    this.#frame?.remove()
    this.#frame = null
    this.#ready = false
  }

  destroy() {
    this.unmount()
    this.#destroyed = true
    this.#group.forget(this)
  }

  update(options) {
    this.#options = { ...this.#options, ...options }
    this.restyle()
    return this
  }

  /** Sends the appearance to the frame, also when the group's appearance changes. */
  restyle() {
    const appearance = this.#group.options.appearance ?? {}
    const colorScheme = colorSchemeOf(appearance)
    const { disabled, readOnly } = this.#options
    if (!this.#frame) return
    this.#frame.element.style.colorScheme = colorScheme
    const { fonts } = this.#group.options
    const options = { appearance, fonts, disabled, readOnly, colorScheme }
    // Only plain data can be posted to a frame.
    this.#frame.send({ type: 'options', options: JSON.parse(JSON.stringify(options)) })
  }

  focus = () => this.#frame?.send({ type: 'focus' })
  blur = () => this.#frame?.send({ type: 'blur' })
  clear = () => this.#frame?.send({ type: 'clear' })

  collapse() {
    return this
  }

  /** Asks the frame to act on the card, which only the frame knows. */
  request(message) {
    if (!this.#frame) {
      throw new IntegrationError(
        'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
      )
    }
    return this.#frame.request(message)
  }

  #newFrame(place) {
    const elementType = this.#type
    const mark = (name, on) => place.classList.toggle(`StripeElement--${name}`, on)
    return new Frame(this.#group.origin, '/stripe/elements/card', 'Secure payment input frame', {
      ready: () => {
        if (this.#ready) return
        this.#ready = true
        this.emit('ready', { elementType })
      },
      height: ({ height }) => {
        if (this.#frame) this.#frame.element.style.height = `${height}px`
      },
      focus: () => {
        mark('focus', true)
        this.emit('focus', { elementType })
      },
      blur: () => {
        mark('focus', false)
        this.emit('blur', { elementType })
      },
      escape: () => this.emit('escape', { elementType }),
      change: ({ complete, empty, brand, error }) => {
        mark('complete', complete)
        mark('empty', empty)
        mark('invalid', error !== null)
        const value = { type: 'card' }
        const problem = error ?? undefined
        this.emit('change', { elementType, complete, empty, brand, error: problem, collapsed: false, value })
      },
    })
  }

  async #load(frame) {
    let timer
    const silence = new Promise(resolve => {
      timer = setTimeout(resolve, loadTimeoutMs, loadError)
    })
    const greeted = await Promise.race([frame.greeted, silence])
    clearTimeout(timer)
    if (frame !== this.#frame) return
    if (greeted === loadError) return this.emit('loaderror', { elementType: this.#type, error: loadError })
    this.emit('loaderstart', { elementType: this.#type })
    const { error } = await this.#group.check()
    if (frame !== this.#frame) return
    if (error) return this.emit('loaderror', { elementType: this.#type, error })
    this.restyle()
  }
}

const loadError = { type: 'api_connection_error', message: 'The payment fields could not be loaded.' }
