/** A map that forgets what was set longest ago when it grows beyond its size. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  override set(key: K, value: V): this {
    this.delete(key)
    super.set(key, value)
    if (this.size > this.#most) this.#dropOldest()
    return this
  }

  #dropOldest(): void {
    const oldest = this.keys().next()
    if (!oldest.done) this.delete(oldest.value)
  }
}
