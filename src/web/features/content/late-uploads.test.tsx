import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { ShopContent } from '#contract/shop-content.ts'
import { held, json, type Network, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import {
  banner,
  choose,
  id,
  newPicture,
  oldPicture,
  opened,
  owner,
  saveCall,
  saved,
  toggle,
  undoCall,
  version,
} from '../../../../tests/helpers/web/shop-panel.ts'

const [pictureCall, videoCall] = ['POST /api/shopContent/pictures', 'POST /api/shopContent/videos']

const banners = [banner('First'), banner('Second')]

/** A picture whose upload ends when the test says so. */
function slowly(net: Network, call = pictureCall) {
  const url = call === pictureCall ? { data: { display_url: newPicture } } : { url: `/media/${id}.mp4` }
  const { answer, release } = held(() => json(url, 201))
  net.on(call, answer)
  return async () => {
    release()
    await settle()
  }
}

test('an upload that ends after its entry has moved goes to the entry', async t => {
  const net = owner({ banners })
  const end = slowly(net)
  const page = await opened(t, net)
  await choose(page, 'banners.1.picture')
  await page.press('Move up banner 2')
  await end()
  const { banners: now } = await saved(page)
  assert.deepEqual(
    now.map(({ title, picture }) => [title, picture]),
    [
      ['Second', newPicture],
      ['First', oldPicture],
    ],
  )
})

test('an upload that ends after its entry was removed is left out', async t => {
  for (const index of [0, 1]) {
    const net = owner({ banners })
    const end = slowly(net)
    const page = await opened(t, net)
    await choose(page, `banners.${index}.picture`)
    await page.press(`Remove banner ${index + 1}`)
    await end()
    assert.deepEqual((await saved(page)).banners, banners.toSpliced(index, 1))
    await page.press('Close')
  }
})

test('an upload that ends after its section was switched off is left out', async t => {
  const net = owner()
  const end = slowly(net, videoCall)
  const page = await opened(t, net)
  await toggle(page, 'overview')
  await choose(page, 'overview.videos', new File(['x'], 'x.mp4', { type: 'video/mp4' }))
  await toggle(page, 'overview')
  await page.until(() => /The upload of the video was stopped\./.test(page.text))
  await end()
  assert.doesNotMatch(page.text, /Not saved yet/)
})

test('a video that ends after the first was removed does not replace the second', async t => {
  const [first, second] = [`/media/${'1'.repeat(32)}.mp4`, `/media/${'2'.repeat(32)}.webm`]
  const overview = { title: 'Tour', text: '', videos: [first, second], poster: null, captions: null }
  const net = owner({ overview })
  const end = slowly(net, videoCall)
  const page = await opened(t, net)
  await choose(page, 'overview.videos.0', new File(['x'], 'x.mp4', { type: 'video/mp4' }))
  await page.press('Remove: Video file')
  await end()
  assert.deepEqual((await saved(page)).overview?.videos, [second])
})

test('an upload that ends after Discard or Undo is left out', async t => {
  const net = owner({ banners })
  const end = slowly(net)
  const page = await opened(t, net)
  await page.press('Add a banner')
  await choose(page, 'banners.0.picture')
  await choose(page, 'banners.2.picture')
  await page.press('Discard changes')
  await end()
  assert.doesNotMatch(page.text, /Not saved yet/)
  assert.equal(page.all('.preview-pane [data-banner]').length, 2)

  net.on(undoCall, () => json(version({}, 3)))
  const endAgain = slowly(net)
  await choose(page, 'banners.1.picture')
  await page.press('Undo the last save')
  await page.until(() => page.all('input[type=file][name^="banners"]').length === 0)
  await endAgain()
  assert.doesNotMatch(page.text, /Not saved yet/)
})

test('an upload that ends while the form is saved is not lost', async t => {
  const net = owner({ banners })
  const end = slowly(net)
  const saving = held(() => json(version({ banners, slogan: 'Light' }, 3)))
  net.on(saveCall, saving.answer, ({ body }) => json(version((body as { content: ShopContent }).content, 4)))
  const page = await opened(t, net)
  await choose(page, 'banners.0.picture')
  await page.type('Slogan', 'Light')
  await page.press('Save')
  await end()
  saving.release()
  await page.until(() => /Saved\. Your shop shows the changes now\./.test(page.text))
  assert.match(page.text, /Not saved yet/)
  const { banners: now, slogan } = await saved(page)
  assert.deepEqual([now[0]?.picture, slogan], [newPicture, 'Light'])
})

test('an upload that ends during a conflict is left out', async t => {
  const net = owner({ banners })
  const end = slowly(net)
  net.on(
    'GET /api/shopContent',
    () => json(version({ banners })),
    () => json(version({ banners: [] }, 3)),
  )
  net.on(saveCall, () => refusal('changed_meanwhile'))
  const page = await opened(t, net)
  await choose(page, 'banners.1.picture')
  await page.type('Slogan', 'Light')
  await page.press('Save')
  await page.until(() => /has saved changes in the meantime/.test(page.text))
  await end()
  assert.equal(page.all('input[type=file][name^="banners"]').length, 0)
  await page.press('Discard changes')
})
