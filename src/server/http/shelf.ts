interface Place<V> {
  value: V
  bytes: number
}

/**
 * Keeps what was used last: at most so many things, of at most so many bytes together. What was used longest ago goes
 * first, and what is larger than the whole shelf is not kept.
 */
export class Shelf<V> {
  readonly #places = new Map<string, Place<V>>()
  readonly #most: number
  readonly #mostBytes: number
  #bytes = 0

  constructor(most: number, mostBytes: number) {
    this.#most = most
    this.#mostBytes = mostBytes
  }

  /** What is kept here, names included. */
  get bytes(): number {
    return this.#bytes
  }

  get(name: string): V | undefined {
    const place = this.#places.get(name)
    if (!place) return undefined
    this.#places.delete(name)
    this.#places.set(name, place)
    return place.value
  }

  set(name: string, value: V, bytes: number): void {
    this.delete(name)
    const place = { value, bytes: bytes + name.length }
    this.#places.set(name, place)
    this.#bytes += place.bytes
    for (const oldest of this.#places.keys()) {
      if (this.#places.size <= this.#most && this.#bytes <= this.#mostBytes) return
      this.delete(oldest)
    }
  }

  /** What is there has another size now. */
  resize(name: string, value: V, bytes: number): void {
    if (this.#places.get(name)?.value === value) this.set(name, value, bytes)
  }

  delete(name: string): void {
    this.#bytes -= this.#places.get(name)?.bytes ?? 0
    this.#places.delete(name)
  }

  /** Unless something else has taken its place. */
  remove(name: string, value: V): void {
    if (this.#places.get(name)?.value === value) this.delete(name)
  }

  clear(): void {
    this.#places.clear()
    this.#bytes = 0
  }
}
