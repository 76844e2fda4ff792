// Makes the icons and the picture that is shown when somebody shares a link:
//   node scripts/bootstrap.mjs assets/brand/make.ts
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from '../../scripts/chromium.ts'

const folder = import.meta.dirname
const out = join(folder, '../../public')
const paper = '#fbf8f3'

/** The mark on paper, with room around it: `inner` is its share of the whole. */
async function icon(name: string, size: number, inner: number): Promise<void> {
  const mark = await readFile(join(out, 'icon.svg'))
  const width = Math.round(size * inner)
  const drawn = await sharp(mark, { density: 72 * 16 }).resize(width, width).png().toBuffer()
  await sharp({ create: { width: size, height: size, channels: 4, background: paper } })
    .composite([{ input: drawn }])
    .png({ palette: true })
    .toFile(join(out, name))
}

/** For whatever asks for /favicon.ico without looking: the mark in three sizes, each a PNG behind its line in the list. */
async function favicon(): Promise<void> {
  const mark = await readFile(join(out, 'icon.svg'))
  const sizes = [16, 32, 48]
  const drawn = await Promise.all(
    sizes.map(size => sharp(mark, { density: 72 * 16 }).resize(size, size).png({ palette: true }).toBuffer()),
  )
  const [head, line] = [6, 16]
  const list = Buffer.alloc(head + line * sizes.length)
  list.writeUInt16LE(1, 2)
  list.writeUInt16LE(sizes.length, 4)
  let at = list.length
  for (const [index, size] of sizes.entries()) {
    const begin = head + line * index
    const length = drawn[index]?.length ?? 0
    list.set([size, size], begin)
    list.writeUInt16LE(1, begin + 4)
    list.writeUInt16LE(32, begin + 6)
    list.writeUInt32LE(length, begin + 8)
    list.writeUInt32LE(at, begin + 12)
    at += length
  }
  await writeFile(join(out, 'favicon.ico'), Buffer.concat([list, ...drawn]))
}

async function sharePicture(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  await page.goto(pathToFileURL(join(folder, 'share.html')).href, { waitUntil: 'networkidle' })
  const shot = await page.screenshot()
  await browser.close()
  await writeFile(join(out, 'share.jpg'), await sharp(shot).jpeg({ quality: 86, mozjpeg: true }).toBuffer())
}

await icon('icon-192.png', 192, 0.72)
await icon('icon-512.png', 512, 0.72)
// Cut to a circle by some launchers, so the mark keeps to the middle.
await icon('icon-maskable-512.png', 512, 0.5)
await icon('apple-touch-icon.png', 180, 0.66)
await favicon()
await sharePicture()
