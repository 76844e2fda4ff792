import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const maxPictureBytes = 10 * 1024 * 1024

/** How the files of kept pictures are called. */
export const pictureFile = /^[a-f0-9]{32}-(480|960)\.(webp|avif)$/

export const pictures = {
  upload: endpoint({
    method: 'POST',
    path: '/images',
    who: 'admin',
    summary: 'Keep a picture (JPEG, PNG or WebP, at most 10 MB and 40 megapixels)',
    upload: 'image',
    answer: z.strictObject({ data: z.strictObject({ display_url: z.string() }) }),
    status: 201,
  }),
}
