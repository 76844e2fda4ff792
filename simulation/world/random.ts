import { createHash } from 'node:crypto'
import type { Random } from '../interfaces.ts'

/** The same numbers for the same seed, on every machine (sfc32). */
export function randomOf(seed: string): Random {
  const next = numbersOf(seed)
  const forks = new Map<string, number>()
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    chance: probability => next() < probability,
    pick<T>(choices: readonly T[]): T {
      if (choices.length === 0) throw new Error('There is nothing to pick from')
      return choices[whole(0, choices.length - 1)] as T
    },
    weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
      const entries = Object.entries<number>(weights) as [T, number][]
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      const chosen = entries.find(([, weight]) => {
        left -= weight
        return left < 0
      })
      if (!chosen) throw new Error('Nothing has a weight')
      return chosen[0]
    },
    // The second fork of a name is another one.
    fork(name) {
      const count = forks.get(name) ?? 0
      forks.set(name, count + 1)
      return randomOf(`${seed}/${name}${count > 0 ? `#${count}` : ''}`)
    },
  }
}

function numbersOf(seed: string): () => number {
  const words = new Uint32Array(new Uint8Array(createHash('sha256').update(seed).digest()).buffer)
  let [a = 0, b = 0, c = 0, d = 0] = words
  return () => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 4_294_967_296
  }
}
