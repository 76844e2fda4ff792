import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { contrastOf, hexOf, oklchOf } from './color.ts'
import { paletteOf, readings, usualAccent } from './palette.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)

test('a color survives the way to OKLCH and back', () => {
  fc.assert(fc.property(color, hex => assert.equal(hexOf(oklchOf(hex)), hex)))
})

test('contrast is what WCAG says it is', () => {
  assert.equal(contrastOf('#000000', '#ffffff'), 21)
  assert.equal(contrastOf('#767676', '#ffffff').toFixed(2), '4.54')
  assert.equal(contrastOf('#a4461d', '#a4461d'), 1)
})

/** Fails where any text of either theme takes over the accent as it is: yellow on white, black on black. */
test('whatever the accent, every text can be read in both themes', () => {
  const check = (accent: string) => {
    const palette = paletteOf(accent)
    for (const theme of ['light', 'dark'] as const)
      for (const [text, grounds, least] of readings)
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
