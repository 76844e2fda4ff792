import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import { emptyContent, type SavedVersion, type ShopContent } from '#contract/shop-content.ts'
import { json, type Network, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ada, as } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const saveCall = 'PUT /api/shopContent'
const [pictureCall, videoCall, captionsCall] = ['pictures', 'videos', 'captions'].map(
  what => `POST /api/shopContent/${what}`,
) as [string, string, string]

const id = '0123456789abcdef0123456789abcdef'

const version = (content: ShopContent, number = 1): SavedVersion => ({
  version: number,
  content,
  savedAt: '2026-11-01T10:00:00.000Z',
  savedBy: null,
  canUndo: false,
})

const owner = (content: Partial<ShopContent> = {}): Network =>
  as(ada)
    .on('GET /api/newsletter', () => json({ count: 0, canSubscribe: true }))
    .on('GET /api/shopContent', () => json(version({ ...emptyContent('Atelier'), ...content })))
    .on(saveCall, ({ body }) => json(version((body as { content: ShopContent }).content, 2)))

async function opened(t: TestContext, net: Network, section: string): Promise<Visit> {
  const page = await visit(t, '/dashboard/manageItems?panel=shop', net)
  await page.until(() => page.all('.shop-form').length > 0 && page.field('Shop name'))
  await page.press(section)
  return page
}

async function choose(page: Visit, label: string, file: File): Promise<void> {
  const input = page.field(label)
  Object.defineProperty(input, 'files', { configurable: true, value: [file] })
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await settle()
}

const savedContent = async (page: Visit): Promise<ShopContent> => {
  const before = page.net.to(saveCall).length
  await page.press('Save')
  await page.until(() => page.net.to(saveCall).length > before)
  const bodies = page.net.to(saveCall).map(({ body }) => (body as { content: ShopContent }).content)
  return bodies.at(-1) ?? assert.fail('Nothing was saved')
}

/** Fails if the mark is uploaded as an item's picture, which is cropped. */
test('a mark is uploaded in its own shape and shown whole', async t => {
  const url = `/images/${id}-1200x300.webp`
  const net = owner().on(pictureCall, () => json({ data: { display_url: url } }, 201))
  const page = await opened(t, net, 'Name and look')
  await choose(page, 'Or upload your own logo', new File(['x'], 'x.png', { type: 'image/png' }))
  await page.until(() => page.all(`.picture-preview.whole[src="${url}"]`).length === 1)
  assert.deepEqual(
    page.all('.preview .mark-picture').map(mark => mark.getAttribute('width')),
    ['1200'],
  )
  assert.equal((await savedContent(page)).mark, url)
})

test('a video is uploaded in one or two formats, with poster and captions', async t => {
  const video = (ending: string) => json({ url: `/media/${id}.${ending}` }, 201)
  const net = owner()
    .on(
      videoCall,
      () => video('mp4'),
      () => video('webm'),
    )
    .on(captionsCall, () => json({ url: `/media/${id}.vtt` }, 201))
  const page = await opened(t, net, 'Home page')
  page.one<HTMLInputElement>('input[type=checkbox][name="overview"]').click()
  await settle()
  await page.press('Save')
  assert.equal(page.complaint('Video file'), 'Upload a video.')
  await page.fill({ Title: 'How a bowl is made' })
  await choose(page, 'Video file', new File(['x'], 'x.mp4', { type: 'video/mp4' }))
  await page.until(() => page.all(`video.picture-preview[src$=".mp4"]`).length === 1)
  await choose(page, 'The same video in the other format', new File(['x'], 'x.webm', { type: 'video/webm' }))
  await page.until(() => page.all(`video.picture-preview`).length === 2)
  await choose(page, 'Captions', new File(['WEBVTT'], 'x.vtt', { type: 'text/vtt' }))
  await page.until(() => /Read the captions/.test(page.text))
  const [sent] = page.net.to(videoCall)
  assert.equal(sent?.headers.get('content-type'), 'application/octet-stream')
  assert.deepEqual((await savedContent(page)).overview, {
    title: 'How a bowl is made',
    text: '',
    videos: [`/media/${id}.mp4`, `/media/${id}.webm`],
    poster: null,
    captions: `/media/${id}.vtt`,
  })
  await page.press('Remove: Video file')
  await page.until(() => page.all(`video.picture-preview`).length === 1)
  assert.deepEqual((await savedContent(page)).overview?.videos, [`/media/${id}.webm`])
})

/** Fails if 200 MB are sent to a shop that refuses them. */
test('a file that cannot be used is refused at its field, before or after it is sent', async t => {
  const overview = { title: 'Tour', text: '', videos: [`/media/${id}.mp4`], poster: null, captions: null }
  const detail = 'This is not a video that browsers can play.'
  const net = owner({ overview }).on(videoCall, () =>
    refusal('bad_input', { detail, fields: { file: detail } }),
  )
  const page = await opened(t, net, 'Home page')
  const large = new File(['x'], 'x.mp4', { type: 'video/mp4' })
  Object.defineProperty(large, 'size', { value: 200 * 2 ** 20 })
  for (const [label, file, sentence] of [
    ['Video file', large, 'This video is 200.0 MB. Choose one of at most 30 MB.'],
    ['Video file', new File(['x'], 'x.mov', { type: 'video/quicktime' }), 'Choose an MP4 or WebM video.'],
    ['Video file', new File([], 'x.mp4', { type: 'video/mp4' }), 'This file is empty. Choose another one.'],
    ['Captions', new File(['1'], 'x.srt'), 'Choose a WebVTT file. Its name ends in .vtt.'],
  ] as const) {
    await choose(page, label, file)
    assert.equal(page.complaint(label), sentence)
  }
  assert.deepEqual(page.net.to(videoCall), [])
  await choose(page, 'Video file', new File(['<html>'], 'x.mp4', { type: 'video/mp4' }))
  await page.until(() => page.complaint('Video file') !== '')
  assert.equal(page.complaint('Video file'), detail)
  assert.equal(
    page.one('video.picture-preview').getAttribute('src'),
    `/media/${id}.mp4`,
    'the other one stays',
  )
})
