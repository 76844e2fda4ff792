import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll } from 'vitest'
import { type ShopContent, shopContent as shape } from '#contract/shop-content.ts'
import { changeContent } from '../../../../tests/helpers/content.ts'
import {
  newAdmin,
  onBothEngines,
  onSqlite,
  openTestShop,
  type TestShop,
} from '../../../../tests/helpers/shop.ts'
import { demoContent } from '../../demo/content.ts'
import * as shopContent from '../../store/shop-content.ts'
import { ContentRefused } from './content-file.ts'
import { exportContent } from './export-content.ts'
import { importContent } from './import-content.ts'

const folder = await mkdtemp(join(tmpdir(), 'tuckshop-content-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

let exports = 0
const newPath = () => join(folder, `shop-${++exports}.json`)

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a63' } })
    .png()
    .toBuffer()

/** A content with every kind of file: in its own shape, cropped, video and captions, of the demo, and elsewhere. */
async function fullContent({ deps: { pictures, contentPictures, pictureFiles } }: TestShop) {
  const id = randomBytes(16).toString('hex')
  const mp4 = Buffer.concat([Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0', 'latin1'), randomBytes(5000)])
  await pictureFiles.write([
    { name: `${id}.mp4`, content: mp4 },
    { name: `${id}.vtt`, content: Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n') },
  ])
  const [banner] = demoContent.banners
  const [member] = demoContent.team
  assert.ok(banner && member)
  return shape.parse({
    ...demoContent,
    name: 'Atelier “Lumière”',
    mark: await contentPictures.keep(await drawn(1000, 250)),
    banners: [banner, { ...banner, picture: await pictures.keep(await drawn(400, 300)) }],
    team: [{ ...member, picture: 'https://example.com/ann.jpg' }],
    overview: {
      title: 'Tour',
      text: '',
      videos: [`/media/${id}.mp4`],
      poster: await contentPictures.keep(await drawn(300, 200)),
      captions: `/media/${id}.vtt`,
    },
  })
}

const refusedWith = (...sentences: RegExp[]) => {
  return (error: unknown) => {
    assert.ok(error instanceof ContentRefused, String(error))
    assert.equal(error.sentences.length, sentences.length, error.message)
    for (const [n, sentence] of sentences.entries()) assert.match(error.sentences[n] ?? '', sentence)
    return true
  }
}

onBothEngines('an export imported into an empty shop makes the same shop', async shop => {
  const content = await fullContent(shop)
  await changeContent(shop, content)
  const path = newPath()
  assert.equal(await exportContent(shop.deps, path), 4 + 4 + 2 + 2)
  const other = await openTestShop(shop.engine)
  try {
    assert.deepEqual(await importContent(other.deps, path), { version: 2, isNew: true, files: 12 })
    assert.deepEqual(await shopContent.read(other.deps.db.read), content)
    for (const name of await shop.deps.pictureFiles.list())
      assert.deepEqual(await other.deps.pictureFiles.read(name), await shop.deps.pictureFiles.read(name))
    assert.equal((await other.call({ url: content.mark })).statusCode, 200)
    const admin = await newAdmin(other)
    const log = (await admin.call('GET', '/api/audit?limit=5')).json<{ what: string; who: unknown }[]>()
    const act = log.find(({ what }) => what === 'content_changed')
    assert.equal(act?.who ?? null, null, 'by the command')
    assert.deepEqual(await importContent(other.deps, path), { version: 2, isNew: false, files: 0 })
    const again = newPath()
    await exportContent(other.deps, again)
    assert.equal(await readFile(again, 'utf8'), await readFile(path, 'utf8'))
  } finally {
    await other.close()
  }
})

/** Fails if an import stores only what was missing before it: the running shop removes what is unused and old. */
onSqlite('a file that the shop removes during an import is there after it', async shop => {
  const path = newPath()
  await changeContent(shop, await fullContent(shop))
  await exportContent(shop.deps, path)
  await changeContent(shop, { overview: null })
  const { pictureFiles } = shop.deps
  const swept: string[] = []
  const list = async () => {
    const names = await pictureFiles.list()
    if (swept.length === 0) swept.push(...names.filter(name => name.endsWith('.mp4')))
    else return names
    await pictureFiles.remove(swept)
    return names
  }
  const deps = { ...shop.deps, pictureFiles: Object.assign(Object.create(pictureFiles), { list }) }
  await importContent(deps, path)
  assert.equal(swept.length, 1)
  assert.ok(await pictureFiles.read(swept[0] ?? ''))
})

/** Fails if files are stored, or a version saved, before everything is checked. */
onBothEngines('an import with any fault names the field and changes nothing', async shop => {
  const donor = await openTestShop('sqlite')
  const path = newPath()
  const content = await fullContent(donor)
  await changeContent(donor, content)
  await exportContent(donor.deps, path)
  await donor.close()
  const whole = JSON.parse(await readFile(path, 'utf8')) as { format: number; content: ShopContent }
  const files = path.replace('.json', '-files')
  const refuses = async (text: string, ...sentences: RegExp[]) => {
    await writeFile(path, text)
    await assert.rejects(importContent(shop.deps, path), refusedWith(...sentences))
    assert.equal((await shopContent.readSaved(shop.deps.db.read, 0)).version, 1)
    assert.deepEqual(await shop.deps.pictureFiles.list(), [])
  }
  const changed = (changes: object) => JSON.stringify({ ...whole, content: { ...whole.content, ...changes } })
  await refuses('{"format": 1,', /^shop-\d+\.json is not valid JSON: /)
  await refuses('[]', /is not a shop’s content/)
  await refuses(
    JSON.stringify({ ...whole, format: 2 }),
    /has format 2, and this version of the shop reads format 1/,
  )
  await refuses(changed({ accent: 'red' }), /^accent: Choose a color/)
  await refuses(
    changed({ name: '', columns: [{ title: 'Legal', links: [{ label: 'x', to: 'javascript:1' }] }] }),
    /^name: Enter the name/,
    /^columns\.0\.links\.0\.to: A link must begin with/,
  )
  await refuses(changed({ colour: '#fff' }), /^colour: The shop does not know this field/)
  await refuses(changed({ mark: '/images/logo.png' }), /^mark: \/images\/logo\.png is not the address of an/)
  const lacking = `/images/${'a'.repeat(32)}-40x30.webp`
  await refuses(
    changed({ mark: lacking }),
    /^mark: shop-\d+-files\/a{32}-40x30\.avif is missing\.$/,
    /^mark: shop-\d+-files\/a{32}-40x30\.webp is missing\.$/,
  )
  const [mark = '', video = ''] = [content.mark, content.overview?.videos[0]].map(at => at?.split('/').at(-1))
  for (const [name, bytes, field] of [
    [mark, await drawn(1000, 250), 'mark'],
    [
      mark,
      await sharp(await drawn(999, 250))
        .webp()
        .toBuffer(),
      'mark',
    ],
    [mark.replace('webp', 'avif'), Buffer.from('<html>'), 'mark'],
    [video, Buffer.from('<html>'), 'overview\\.videos\\.0'],
  ] as const) {
    const before = await readFile(join(files, name))
    await writeFile(join(files, name), bytes)
    await refuses(changed({}), new RegExp(`^${field}: .*${name} is broken, or not what its name says`))
    await writeFile(join(files, name), before)
  }
  await assert.rejects(importContent(shop.deps, join(folder, 'none.json')), refusedWith(/^There is no file /))
  await writeFile(path, `\uFEFF${changed({})}`)
  assert.equal((await importContent(shop.deps, path)).version, 2)
})

onBothEngines('a later export leaves no file behind, and one without its pictures is refused', async shop => {
  const content = await fullContent(shop)
  await changeContent(shop, content)
  const path = newPath()
  await exportContent(shop.deps, path)
  const files = path.replace('.json', '-files')
  await writeFile(join(files, 'notes.txt'), 'mine')
  await changeContent(shop, { overview: null, banners: [] })
  assert.equal(await exportContent(shop.deps, path), 4)
  assert.deepEqual((await readdir(files)).length, 5, 'the owner’s own file stays')
  const [first = ''] = await shop.deps.pictureFiles.list()
  await changeContent(shop, content)
  await shop.deps.pictureFiles.remove([content.mark.split('/').at(-1) ?? first])
  const before = await readFile(path, 'utf8')
  await assert.rejects(
    exportContent(shop.deps, path),
    refusedWith(/^mark: the shop does not have \/images\//),
  )
  assert.equal(await readFile(path, 'utf8'), before)
})

onBothEngines('content of an earlier version lacks the newer fields', async shop => {
  const path = newPath()
  await writeFile(path, JSON.stringify({ format: 1, content: { name: 'Old' } }))
  await importContent(shop.deps, path)
  const { name, showsReviews, columns } = await shopContent.read(shop.deps.db.read)
  assert.deepEqual([name, showsReviews, columns], ['Old', true, []])
})
