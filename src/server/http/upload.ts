import type { ServerResponse } from 'node:http'
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

/** Each upload is in memory as a whole, more than once while it is read. */
const mostArriving = 10
const mostOfOne = 4

/** Those whose body is still to come, or being worked on. */
export class ArrivingUploads {
  readonly #ofUser = new Map<string, number>()
  #all = 0

  /** Until the reply has left. */
  admit(userId: string, reply: ServerResponse): void {
    const own = this.#ofUser.get(userId) ?? 0
    if (own >= mostOfOne || this.#all >= mostArriving)
      throw new Refusal('overloaded', 'Many pictures are arriving right now. Please try again in a moment.', {
        retryAfter: 5,
      })
    this.#count(userId, 1)
    reply.once('close', () => this.#count(userId, -1))
  }

  #count(userId: string, difference: 1 | -1): void {
    this.#all += difference
    const own = (this.#ofUser.get(userId) ?? 0) + difference
    if (own > 0) this.#ofUser.set(userId, own)
    else this.#ofUser.delete(userId)
  }
}

/** With nothing beside it: two readers of a header with two boundaries may choose different ones. */
const formType = /^multipart\/form-data; *boundary=(?:"([^";]{1,70})"|([^";\s]{1,70})) *$/i

/** The one file in the given field of a form, whatever its name and type claim to be. */
export async function uploadOf(request: FastifyRequest, field: string): Promise<Buffer> {
  const [, quoted, plain] = formType.exec(request.headers['content-type'] ?? '') ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined || !Buffer.isBuffer(request.body)) throw notAForm()
  if (hasManyParts(request.body, boundary)) throw refused({ [field]: 'This form has too many parts.' })
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  // Its bytes are not copied: a body is not in a buffer that is shared with others.
  const body = request.body as Buffer<ArrayBuffer>
  const form = await new Response(body, { headers }).formData().catch(() => {
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
function hasManyParts(body: Buffer, boundary: string): boolean {
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
