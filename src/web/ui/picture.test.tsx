import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'vitest'
import { type Screen, settle } from '../../../tests/helpers/web/screen.ts'
import { show } from '../../../tests/helpers/web/show.tsx'
import { Mark } from './mark.tsx'
import { Picture } from './picture.tsx'
import { atDusk, renditionsOf } from './renditions.ts'

const sourcesOf = async (t: TestContext, src: string) => {
  const page = await show(t, <Picture src={src} alt="" sizes="100vw" />)
  return page.all('source').map(source => [source.getAttribute('media'), source.getAttribute('srcset')])
}

test('our own picture has every size and format; an uploaded one has two sizes', async t => {
  assert.deepEqual(await sourcesOf(t, '/pictures/spoon-960.webp'), [
    [null, '/pictures/spoon-480.avif 480w, /pictures/spoon-960.avif 960w, /pictures/spoon-1440.avif 1440w'],
    [null, '/pictures/spoon-480.webp 480w, /pictures/spoon-960.webp 960w'],
  ])
  assert.deepEqual(await sourcesOf(t, '/images/spoon-960.webp'), [
    [null, '/images/spoon-480.avif 480w, /images/spoon-960.avif 960w'],
    [null, '/images/spoon-480.webp 480w, /images/spoon-960.webp 960w'],
  ])
})

test('a picture of the content has its own shape and up to three widths', async t => {
  const id = '0123456789abcdef0123456789abcdef'
  const src = `/images/${id}-1600x800.webp`
  const copies = (format: string) =>
    `/images/${id}-1600x800-480.${format} 480w, /images/${id}-1600x800-960.${format} 960w, /images/${id}-1600x800.${format} 1600w`
  assert.deepEqual(await sourcesOf(t, src), [
    [null, copies('avif')],
    [null, copies('webp')],
  ])
  const sides = (page: Screen) => ['width', 'height'].map(side => page.one('img').getAttribute(side))
  assert.deepEqual(sides(await show(t, <Picture src={src} alt="" sizes="1px" />)), ['1600', '800'])
  const small = `/images/${id}-300x400.webp`
  const whole = await show(t, <Picture whole src={small} alt="" sizes="1px" className="signature" />)
  assert.deepEqual(sides(whole), ['300', '400'])
  assert.deepEqual(
    whole.all('source').map(source => source.getAttribute('srcset')),
    [`/images/${id}-300x400.avif 300w`, `/images/${id}-300x400.webp 300w`],
  )
})

test('the page knows the shape of a mark before it is loaded', async t => {
  const id = '0123456789abcdef0123456789abcdef'
  for (const [mark, sides] of [
    [`/images/${id}-800x400.webp`, ['800', '400']],
    [`/images/${id}-1600x100.webp`, ['1600', '100']],
    ['https://example.com/logo.png', [null, null]],
  ] as const) {
    const image = (await show(t, <Mark content={{ mark, name: 'Atelier' }} />)).one('img')
    assert.deepEqual([image.getAttribute('width'), image.getAttribute('height')], sides)
  }
})

test('an external picture, or one of a size that we do not make, is used as is', async t => {
  for (const src of ['https://example.com/mug-960.webp', '/pictures/mug-961.webp', '/images/mug-1600.webp'])
    assert.deepEqual(await sourcesOf(t, src), [])
})

/** Fails if a picture is listed before it is exported, or exported in only some sizes. */
test('every rendition that a page may request exists', () => {
  const folder = join(import.meta.dirname, '../../../public/pictures')
  const files = new Set(readdirSync(folder))
  // Pages name an item's picture by its 960 rendition; the smaller ones are not addressed.
  const named = [...files].filter(
    file => !file.includes('-480.') || !files.has(file.replace('-480.', '-960.')),
  )
  for (const slug of atDusk)
    assert.ok(
      named.some(file => file.startsWith(`${slug}-`)),
      slug,
    )
  const missing = named
    .flatMap(file => renditionsOf(`/pictures/${file}`)?.sources ?? [])
    .flatMap(({ srcSet }) => srcSet.split(', ').map(part => part.replace(/^\/pictures\/| \d+w$/g, '')))
    .filter(file => !files.has(file))
  assert.deepEqual(missing, [])
})

test('the dusk version depends on the system’s theme until the visitor selects one', async t => {
  t.onTestFinished(() => void delete document.documentElement.dataset.theme)
  const page = await show(t, <Picture src="/pictures/dome-desk-lamp-960.webp" alt="" sizes="100vw" />)
  const media = () => page.all('source').map(source => source.getAttribute('media'))
  const system = '(prefers-color-scheme: dark)'
  assert.deepEqual(media(), [system, system, null, null])
  for (const [theme, wanted] of [
    ['dark', 'all'],
    ['light', 'not all'],
  ] as const) {
    document.documentElement.dataset.theme = theme
    await settle()
    assert.deepEqual(media(), [wanted, wanted, null, null])
  }
})
