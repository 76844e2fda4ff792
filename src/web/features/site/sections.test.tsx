import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import { emptyContent, type ShopContent } from '#contract/shop-content.ts'
import { json } from '../../../../tests/helpers/web/network.ts'
import { asVisitor } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

/** A page of a live shop with this content and nothing else. */
function shown(t: TestContext, content: Partial<ShopContent>, path = '/'): Promise<Visit> {
  const net = asVisitor()
    .on('GET /api/items', () => json([]))
    .on('GET /api/review', () => json([]))
  return visit(t, path, net, { takesCards: true, content: { ...emptyContent('Atelier'), ...content } })
}

/** The name of an element that another one labels. */
const labelOf = (element: Element): string | undefined =>
  document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent

test('a home page without banners has a first heading: the name of the shop', async t => {
  const page = await shown(t, {})
  assert.deepEqual(page.words('h1'), ['Atelier'])
})

test('with banners, the title of the first one is the first heading', async t => {
  const page = await visit(t, '/', asVisitor())
  assert.deepEqual(page.words('h1'), ['Small goods, well made'])
})

test('a letter is shown without its blank lines, and twice the same line is two paragraphs', async t => {
  const letter = 'Dear visitor,\n\nWelcome.\n\nWelcome.'
  const note = { title: 'Hello', picture: null, letter, from: 'Camille', signature: null }
  const page = await shown(t, { note })
  assert.deepEqual(page.words('.note .leading-relaxed > p'), ['Dear visitor,', 'Welcome.', 'Welcome.'])
})

test('figures without pictures have no carousel', async t => {
  const statistics = {
    title: 'Since 1998',
    tagline: '',
    figures: [{ value: '72', name: 'bowls' }],
    slides: [],
  }
  const page = await shown(t, { statistics })
  assert.deepEqual(page.words('.figures'), ['bowls72'])
  assert.equal(page.all('.slideshow').length, 0)
})

test('a video without captions has no track', async t => {
  const overview = { title: 'Tour', text: '', videos: ['/media/x.mp4'], poster: null, captions: null }
  const page = await shown(t, { overview })
  assert.equal(page.all('video').length, 1)
  assert.equal(page.all('track').length, 0)
})

/** Fails if ids are made of the owner's words: a space ends an id, and two alike are one. */
test('skills and columns are named by their own words, even if two are alike', async t => {
  const skills = [
    { name: 'Wheel throwing', level: 80 },
    { name: 'Glazes', level: 70 },
    { name: 'Glazes', level: 60 },
  ]
  const columns = ['Our terms', 'Note', 'Note'].map(title => ({ title, links: [] }))
  const page = await shown(t, { columns, portfolio: { text: '', closing: null, skills } }, '/portfolio')
  assert.deepEqual(page.all('progress').map(labelOf), ['Wheel throwing', 'Glazes', 'Glazes'])
  assert.deepEqual(page.all('footer nav').map(labelOf), ['Our terms', 'Note', 'Note'])
  const ids = page.all('[id]').map(({ id }) => id)
  assert.deepEqual(ids, [...new Set(ids)])
})

test('the title has the slogan as the owner wrote it', async t => {
  const page = await shown(t, { slogan: 'Made in Lyon' })
  assert.equal(await page.title(), 'Atelier: Made in Lyon')
})

/** Names of the demo that a live shop would have read aloud. */
test('nothing is named after the demo', async t => {
  const slides = [{ picture: '/images/x.webp', alt: 'A bowl' }]
  const statistics = { title: 'Since 1998', tagline: '', figures: [{ value: '72', name: 'bowls' }], slides }
  const overview = { title: 'Tour', text: '', videos: ['/media/x.mp4'], poster: null, captions: null }
  const page = await shown(t, { statistics, overview })
  const names = page.all('main [aria-label]').map(element => element.getAttribute('aria-label'))
  assert.ok(names.includes('Pictures') && names.includes('Video'), names.join())
  assert.doesNotMatch(names.join(), /goods|workshop|tour of the shop/i)
})
