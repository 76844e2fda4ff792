import {
  captionsLimits,
  contentFiles,
  maxCaptionsBytes,
  maxVideoBytes,
  videoLimits,
} from '#contract/content-files.ts'
import { pictureFormats, pictureSize } from '#contract/pictures.ts'
import { type OnProgress, upload, uploadRaw } from '../../api/upload.ts'
import { pictureRefusal, pictureTypes } from '../items/picture-rules.ts'

export interface UploadKind {
  /** What is uploaded, for the progress bar. */
  what: string
  limits: string
  /** The `accept` attribute. */
  accept: string
  /** Why a file cannot be used. It saves a pointless upload; the server checks the content itself. */
  refusalOf: (file: File) => string | undefined
  /** Resolves to the address of the uploaded file. */
  send: (file: File, onSent: OnProgress, signal: AbortSignal) => Promise<string>
}

const empty = 'This file is empty. Choose another one.'

const inMegabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`

export const uploadKinds: Readonly<Record<'picture' | 'video' | 'captions', UploadKind>> = {
  picture: {
    what: 'the picture',
    limits: `${pictureFormats}, ${pictureSize}.`,
    accept: pictureTypes.join(','),
    refusalOf: pictureRefusal,
    send: async (...sent) => (await upload(contentFiles.addPicture, ...sent)).data.display_url,
  },
  video: {
    what: 'the video',
    limits: `${videoLimits}.`,
    accept: 'video/mp4,video/webm',
    refusalOf({ type, size }) {
      // Some systems do not know the type of a file.
      if (type && !/^video\/(mp4|webm)$/.test(type)) return 'Choose an MP4 or WebM video.'
      if (size === 0) return empty
      if (size <= maxVideoBytes) return undefined
      return `This video is ${inMegabytes(size)}. Choose one of at most ${maxVideoBytes / 1024 / 1024} MB.`
    },
    send: async (...sent) => (await uploadRaw(contentFiles.addVideo, ...sent)).url,
  },
  captions: {
    what: 'the captions',
    limits: `${captionsLimits}.`,
    accept: '.vtt,text/vtt',
    refusalOf({ name, size }) {
      if (!/\.vtt$/i.test(name)) return 'Choose a WebVTT file. Its name ends in .vtt.'
      if (size === 0) return empty
      return size > maxCaptionsBytes ? `This file is too large. ${captionsLimits}.` : undefined
    },
    send: async (...sent) => (await uploadRaw(contentFiles.addCaptions, ...sent)).url,
  },
}
