import { Readable } from 'node:stream'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type FileType, fileTooLarge } from '#contract/endpoint.ts'
import { Refusal } from '#domain/refusal.ts'
import { bounds } from '../bounds.ts'
import { fileBody, sendError } from './problems.ts'

const tooLarge = () => new Refusal('too_large', fileTooLarge)

const notAFile = () =>
  new Refusal('unsupported_media_type', 'Send the file as it is (content type text/csv).')

export const fileOptions = fileBody(bounds.csvBytes, tooLarge, notAFile)

/** The rest of a refused file is not read: the connection is closed instead. */
export const storedOptions = (types: readonly string[]) => {
  const wrongType = () =>
    new Refusal('unsupported_media_type', `Send the file as it is (content type ${types.join(' or ')}).`)
  return {
    errorHandler(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
      if (!request.raw.complete) reply.header('connection', 'close')
      return sendError(error.statusCode === 415 ? wrongType() : error, request, reply)
    },
  }
}

export function fileOf({ body }: FastifyRequest): Buffer {
  if (!Buffer.isBuffer(body)) throw notAFile()
  return body
}

/** A HEAD request does not read the file. */
export function sendFile(reply: FastifyReply, type: FileType, file: Buffer | Readable): FastifyReply {
  reply.type(type === 'application/pdf' ? type : `${type}; charset=utf-8`)
  if (reply.request.method !== 'HEAD' || !(file instanceof Readable)) return reply.send(file)
  file.destroy()
  return reply.send()
}

/**
 * A file may take minutes to send, and the user may lose session, role or account meanwhile. So access is checked
 * before each part, and the file is cut off when it is lost.
 */
export function whileAllowed(file: Buffer | Readable, may: () => Promise<void>): Buffer | Readable {
  return file instanceof Readable ? Readable.from(partsWhile(file, may)) : file
}

async function* partsWhile(file: Readable, may: () => Promise<void>): AsyncGenerator<unknown> {
  for await (const part of file) {
    await may()
    yield part
  }
}
