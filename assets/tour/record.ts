// Records the film of the home page's 'Project overview' in a real browser and writes public/video:
//   node scripts/bootstrap.mjs --build assets/tour/record.ts        (needs ffmpeg)
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type CDPSession, chromium } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from '../../scripts/chromium.ts'
import { startShop } from '../../tests/helpers/running-shop.ts'
import { type Cue, Hand } from './hand.ts'
import { prepare, walk } from './walk.ts'

const run = promisify(execFile)
const out = join(import.meta.dirname, '../../public/video')
const size = { width: 1280, height: 800 }

/** A slow machine takes longer to walk through the shop; the film does not. */
const longest = 24
const stillAtTheEnd = 1.5

interface Frame {
  file: string
  /** Seconds. */
  at: number
}

/** Keeps every frame that the browser paints, with its time. */
async function film(session: CDPSession, folder: string): Promise<() => Promise<Frame[]>> {
  const frames: Frame[] = []
  const writes: Promise<void>[] = []
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const file = join(folder, `${String(frames.length).padStart(5, '0')}.png`)
    frames.push({ file, at: metadata.timestamp ?? 0 })
    writes.push(writeFile(file, Buffer.from(data, 'base64')))
    void session.send('Page.screencastFrameAck', { sessionId })
  })
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 })
  return async () => {
    await session.send('Page.stopScreencast')
    await Promise.all(writes)
    return frames
  }
}

/** A list for ffmpeg's concat demuxer: each frame stays until the next one came. */
function listOf(frames: readonly Frame[]): string {
  const lines = frames.flatMap(({ file, at }, index) => {
    const next = frames[index + 1]?.at ?? at + stillAtTheEnd
    return [`file '${file}'`, `duration ${Math.max(next - at, 0.001).toFixed(4)}`]
  })
  return [...lines, `file '${frames.at(-1)?.file}'`].join('\n')
}

async function encode(list: string): Promise<void> {
  const input = ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list, '-an']
  const shape = ['-vf', 'fps=25,scale=1120:700:flags=lanczos,format=yuv420p']
  const vp9 = ['-c:v', 'libvpx-vp9', '-crf', '38', '-b:v', '0', '-row-mt', '1', '-cpu-used', '6']
  const h264 = ['-c:v', 'libx264', '-crf', '27', '-preset', 'medium', '-movflags', '+faststart']
  await run('ffmpeg', [...input, ...shape, ...vp9, join(out, 'tour.webm')])
  await run('ffmpeg', [...input, ...shape, ...h264, join(out, 'tour.mp4')])
}

const clock = (seconds: number): string =>
  new Date(Math.max(seconds, 0) * 1000).toISOString().slice(11, 23)

function captions(cues: readonly Cue[], end: number): string {
  const blocks = cues.map(({ at, text }, index) => `${clock(at)} --> ${clock(cues[index + 1]?.at ?? end)}\n${text}\n`)
  return `WEBVTT\n\n${blocks.join('\n')}`
}

const shop = await startShop('sqlite')
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
})
const folder = await mkdtemp(join(tmpdir(), 'tuckshop-tour-'))
try {
  await mkdir(out, { recursive: true })
  const page = await browser.newPage({ viewport: size, colorScheme: 'light' })
  const hand = new Hand(page)
  await prepare(page, hand, shop.url)
  const session = await page.context().newCDPSession(page)
  const stop = await film(session, folder)
  await walk(page, hand)
  const taken = await stop()
  const [first, last] = [taken.at(0), taken.at(-1)]
  if (!first || !last) throw new Error('The browser has painted nothing')
  const pace = Math.min(1, (longest - stillAtTheEnd) / (last.at - first.at))
  const paced = <T extends { at: number }>(list: readonly T[]): T[] =>
    list.map(one => ({ ...one, at: (one.at - first.at) * pace }))
  const end = (last.at - first.at) * pace + stillAtTheEnd
  await writeFile(join(folder, 'list.txt'), listOf(paced(taken)))
  await encode(join(folder, 'list.txt'))
  await sharp(first.file).resize(1120).webp({ quality: 80 }).toFile(join(out, 'tour.webp'))
  await writeFile(join(out, 'tour.vtt'), captions(paced(hand.cues), end))
  console.log(`${taken.length} frames, ${end.toFixed(1)} s at ${pace.toFixed(2)} of the time it took`)
} finally {
  await browser.close()
  await shop.stop()
  await rm(folder, { recursive: true })
}
