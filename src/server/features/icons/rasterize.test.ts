import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type Outline, rectangle, svgOf } from './outline.ts'
import { pixelsOf } from './rasterize.ts'

const size = 8

const pixelsWith = (outlines: readonly Outline[], ground?: string) => {
  const shapes = outlines.map(outline => ({ outline, fill: '#102030' }))
  const pixels = pixelsOf({ width: size, height: size, ...(ground && { ground }), shapes })
  return (x: number, y: number) => [...pixels.subarray((y * size + x) * 4, (y * size + x) * 4 + 4)]
}

test('a pixel has the share of the color that the shape covers', () => {
  const at = pixelsWith([rectangle(1.5, 2, 3.25, 2.5)])
  assert.deepEqual(at(0, 2), [0, 0, 0, 0])
  assert.deepEqual(at(2, 2), [0x10, 0x20, 0x30, 255])
  assert.deepEqual(at(1, 2), [0x10, 0x20, 0x30, 128], 'half of it at the left')
  assert.deepEqual(at(4, 2), [0x10, 0x20, 0x30, 191], 'three quarters at the right')
  assert.deepEqual(at(2, 4), [0x10, 0x20, 0x30, 128], 'half of it at the bottom')
  assert.deepEqual(at(2, 5), [0, 0, 0, 0])
})

test('a color is blended with the ground, and what lies outside is cut off', () => {
  const at = pixelsWith([rectangle(-5, -5, 5.5, 50)], '#ffffff')
  assert.deepEqual(at(0, 0), [0x88, 0x90, 0x98, 255])
  assert.deepEqual(at(0, 7), [0x88, 0x90, 0x98, 255])
  assert.deepEqual(at(1, 0), [255, 255, 255, 255])
})

/** Fails if directions are ignored: letters such as O and A would be filled. */
test('a part that runs the other way around is a hole, and one that overlaps is not', () => {
  const [outer, inner] = [rectangle(0, 0, 8, 8), rectangle(2, 2, 4, 4)]
  const reversed: Outline = [['M', 2, 2], ['L', 2, 6], ['L', 6, 6], ['L', 6, 2], ['Z']]
  assert.equal(pixelsWith([[...outer, ...reversed]])(3, 3)[3], 0)
  assert.equal(pixelsWith([[...outer, ...inner]])(3, 3)[3], 255)
})

test('curves cover the same area as in a drawing program', () => {
  const k = 0.5523
  const circle: Outline = [
    ['M', 8, 4],
    ['C', 8, 4 + 4 * k, 4 + 4 * k, 8, 4, 8],
    ['C', 4 - 4 * k, 8, 0, 4 + 4 * k, 0, 4],
    ['C', 0, 4 - 4 * k, 4 - 4 * k, 0, 4, 0],
    ['C', 4 + 4 * k, 0, 8, 4 - 4 * k, 8, 4],
    ['Z'],
  ]
  const at = pixelsWith([circle])
  const area = Array.from({ length: 64 }, (_, i) => at(i % 8, Math.floor(i / 8))[3] ?? 0)
  const sum = area.reduce((total, alpha) => total + alpha / 255, 0)
  assert.ok(Math.abs(sum - Math.PI * 16) < 0.5, String(sum))
})

test('the same shapes as SVG, with another color on dark pages', () => {
  const shape = { outline: [['M', 1, 2.345], ['Z']] as const, fill: '#102030', darkFill: '#ffffff' }
  assert.equal(
    svgOf({ width: 8, height: 8, shapes: [shape] }),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><style>@media(prefers-color-scheme:dark){.s0{fill:#ffffff}}</style><path class="s0" fill="#102030" d="M1 2.35Z"/></svg>\n',
  )
})
