import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { contrastOf, hexOf, oklchOf } from './color.ts'
import { paletteOf, type Token, usualAccent } from './palette.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)

test('a color survives the way to OKLCH and back', () => {
  fc.assert(fc.property(color, hex => assert.equal(hexOf(oklchOf(hex)), hex)))
})

test('contrast is what WCAG says it is', () => {
  assert.equal(contrastOf('#000000', '#ffffff'), 21)
  assert.equal(contrastOf('#767676', '#ffffff').toFixed(2), '4.54')
  assert.equal(contrastOf('#a4461d', '#a4461d'), 1)
  // Fails if the parts of red, green and blue are taken for each other.
  for (const [color, contrast] of [
    ['#ff0000', '4.00'],
    ['#008000', '5.14'],
    ['#0000ff', '8.59'],
  ] as const)
    assert.equal(contrastOf(color, '#ffffff').toFixed(2), contrast)
})

/** What pages show on what: text, the edges of fields, and what a dark part of a page emphasizes. */
const shown: readonly (readonly [texts: readonly Token[], grounds: readonly Token[], least: number])[] = [
  [
    ['--color-base-content', '--soft', '--color-primary'],
    ['--color-base-100', '--color-base-200', '--card'],
    4.5,
  ],
  [['--color-base-content'], ['--color-base-300'], 4.5],
  [['--edge'], ['--color-base-100', '--color-base-200', '--card'], 3],
  [['--color-primary-content'], ['--color-primary'], 4.5],
  [['--color-neutral-content'], ['--color-neutral'], 4.5],
  [['--deep-text', '--deep-soft'], ['--deep'], 4.5],
  [['--deep-accent'], ['--deep'], 3],
]

/** Fails where any text of either theme takes over the accent as it is: yellow on white, black on black. */
test('whatever the accent, every text can be read in both themes', () => {
  const check = (accent: string) => {
    const palette = paletteOf(accent)
    for (const theme of ['light', 'dark'] as const)
      for (const [texts, grounds, least] of shown)
        for (const text of texts)
          for (const ground of grounds) {
            const contrast = contrastOf(palette[theme][text], palette[theme][ground])
            assert.ok(contrast >= least, `${accent}, ${theme}: ${text} on ${ground} has ${contrast}`)
          }
  }
  for (const accent of ['#ffff00', '#000000', '#ffffff', '#39ff14', '#808080', usualAccent]) check(accent)
  fc.assert(fc.property(color, check))
})

test('an accent that can be read is shown as it is, another one is shifted and says so', () => {
  const teal = paletteOf('#1f6f6b')
  assert.equal(teal.light['--color-primary'], '#1f6f6b')
  assert.notEqual(teal.dark['--color-primary'], '#1f6f6b')
  assert.equal(teal.isShifted, false)
  assert.equal(paletteOf('#ffd400').dark['--color-primary'], '#ffd400')
  assert.equal(paletteOf('#ffd400').isShifted, true)
})

test('a grey accent makes grey paper', () => {
  const { c } = oklchOf(paletteOf('#444444').light['--color-base-200'])
  assert.ok(c < 0.002, String(c))
})
