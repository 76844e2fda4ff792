import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { maxPictureBytes } from '#contract/pictures.ts'
import { Refusal } from '#domain/refusal.ts'
import { sendError } from './problems.ts'

const megabytes = maxPictureBytes / 1024 / 1024

const tooLarge = () =>
  new Refusal('too_large', `This picture is too large: it may have at most ${megabytes} MB.`)

const notAForm = () =>
  new Refusal('unsupported_media_type', 'Please send the picture as a form (multipart/form-data).')

/** A route that takes a file: room for the form around it, and refusals that speak of pictures. */
export const uploadOptions = {
  bodyLimit: maxPictureBytes + 64 * 1024,
  errorHandler(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (error.statusCode === 413) return sendError(tooLarge(), request, reply)
    return sendError(error.statusCode === 415 ? notAForm() : error, request, reply)
  },
}

/** The one file in the given field of a form, whatever its name and type claim to be. */
export async function uploadOf(request: FastifyRequest, field: string): Promise<Buffer> {
  if (!Buffer.isBuffer(request.body)) throw notAForm()
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  if (hasManyParts(request.body, headers['content-type']))
    throw refused({ [field]: 'This form has too many parts.' })
  const form = await new Response(new Uint8Array(request.body), { headers }).formData().catch(() => {
    throw refused({ [field]: 'This form cannot be read.' })
  })
  const strangers = [...form.keys()].filter(name => name !== field)
  if (strangers.length > 0)
    throw refused(Object.fromEntries(strangers.map(name => [name.slice(0, 100), 'Not expected here.'])))
  const [file, ...others] = form.getAll(field)
  if (file === undefined) throw refused({ [field]: 'Please choose a picture.' })
  if (others.length > 0) throw refused({ [field]: 'Please send one picture at a time.' })
  if (typeof file === 'string') throw refused({ [field]: 'Please send the picture as a file.' })
  if (file.size === 0) throw refused({ [field]: 'This file is empty.' })
  if (file.size > maxPictureBytes) throw tooLarge()
  return Buffer.from(await file.arrayBuffer())
}

const mostParts = 20

/** Reading a form of a hundred thousand parts would keep everybody else waiting for seconds. */
function hasManyParts(body: Buffer, contentType: string): boolean {
  const boundary = /boundary="?([^";]+)/i.exec(contentType)?.[1]
  if (!boundary) return false
  const delimiter = `--${boundary}`
  let at = body.indexOf(delimiter)
  for (let parts = 0; at >= 0; parts++) {
    if (parts > mostParts) return true
    at = body.indexOf(delimiter, at + delimiter.length)
  }
  return false
}

const refused = (fields: Record<string, string>) =>
  new Refusal('bad_input', 'The picture did not arrive as it should.', { fields })
