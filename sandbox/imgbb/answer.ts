import type { Context } from '../context.ts'
import type { Picture, Size } from './pictures.ts'

export const filenameOf = ({ name, extension }: Picture): string => `${name}.${extension}`

export const fileUrl = (context: Context, picture: Picture, size: Size): string =>
  `${context.url}/imgbb/${size}/${picture.id}/${filenameOf(picture)}`

/** imgbb's response to an upload. Numbers are sent as numbers, although its documentation shows strings. */
export function uploadAnswer(context: Context, picture: Picture): Record<string, unknown> {
  const { id, name, mime, extension, width, height, size } = picture
  const file = { filename: filenameOf(picture), name, mime, extension }
  const url = fileUrl(context, picture, 'full')
  return {
    data: {
      id,
      title: name,
      url_viewer: `${context.url}/imgbb/${id}`,
      url,
      display_url: url,
      width,
      height,
      size,
      time: Math.floor(picture.uploadedAt / 1000),
      expiration: picture.expiration,
      image: { ...file, url },
      thumb: { ...file, url: fileUrl(context, picture, 'thumb') },
      delete_url: `${context.url}/imgbb/${id}/${picture.deleteKey}`,
    },
    success: true,
    status: 200,
  }
}

const reasons: Record<number, string> = { 400: 'Bad Request', 500: 'Internal Server Error' }

export const errorAnswer = (message: string, code: number, status = 400): Record<string, unknown> => ({
  status_code: status,
  error: { message, code },
  status_txt: reasons[status],
})
