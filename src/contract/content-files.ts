import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { keptPicture, pictureLimits } from './pictures.ts'
import { text } from './shapes.ts'

const [videoMegabytes, captionsKilobytes] = [30, 200]

export const maxVideoBytes = videoMegabytes * 1024 * 1024
export const maxCaptionsBytes = captionsKilobytes * 1024

/** The upload limits, as text for messages. */
export const videoLimits = `MP4 or WebM, at most ${videoMegabytes} MB`
export const captionsLimits = `WebVTT, at most ${captionsKilobytes} KB`

/** The address of a video of the demo, or of an uploaded one. */
export const videoFile = text(2000, 'Upload a video.').check(
  z.regex(/^\/(video|media)\/[\w.-]+\.(mp4|webm)$/, 'Upload an MP4 or WebM video.'),
)

/** The address of captions of the demo, or of uploaded ones. */
export const captionsFile = text(2000).check(
  z.regex(/^\/(video|media)\/[\w.-]+\.vtt$/, 'Upload a WebVTT file.'),
)

const keptFile = z.strictObject({ url: z.string() })

/** Uploads for the shop's content. A file is shown when the content that names it is saved. */
export const contentFiles = {
  addPicture: endpoint({
    method: 'POST',
    path: '/shopContent/pictures',
    who: 'admin',
    summary: `Store a picture for the shop’s content in its own shape (${pictureLimits})`,
    upload: 'image',
    answer: keptPicture,
    status: 201,
  }),
  addVideo: endpoint({
    method: 'POST',
    path: '/shopContent/videos',
    who: 'admin',
    summary: `Store a video for the shop’s content (${videoLimits})`,
    stores: ['video/mp4', 'video/webm'],
    answer: keptFile,
    status: 201,
  }),
  addCaptions: endpoint({
    method: 'POST',
    path: '/shopContent/captions',
    who: 'admin',
    summary: `Store the captions of a video (${captionsLimits})`,
    stores: ['text/vtt'],
    answer: keptFile,
    status: 201,
  }),
}
