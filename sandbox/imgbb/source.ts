import type { FastifyRequest } from 'fastify'
import { fieldsOf, queryOf } from '../forms.ts'

/** A refusal with imgbb's message and error code. */
export class UploadError extends Error {
  readonly code: number

  constructor(message: string, code: number) {
    super(message)
    this.code = code
  }
}

export interface Upload {
  bytes: Buffer
  /** The key, name and expiration, from the query or the form. */
  parameters: URLSearchParams
  filename: string
}

const limit = 32 * 1024 * 1024

/** Accepts a file or base64 text, in a multipart or a URL-encoded form. */
export async function uploadOf(request: FastifyRequest, key: string): Promise<Upload> {
  const { image, fields } = await formOf(request)
  const parameters = new URLSearchParams([...queryOf(request.url), ...fields])
  if (parameters.get('key') !== key) throw new UploadError('Invalid API v1 key.', 100)
  const bytes =
    typeof image === 'string'
      ? decodeBase64(image)
      : Buffer.from(await new Blob(image ? [image] : []).arrayBuffer())
  if (bytes.length === 0) throw new UploadError('Empty upload source.', 130)
  if (bytes.length > limit) throw new UploadError('File too big - max 32 MB', 313)
  return { bytes, parameters, filename: typeof image === 'object' ? image.name : '' }
}

interface Form {
  image: File | string | undefined
  fields: URLSearchParams
}

async function formOf(request: FastifyRequest): Promise<Form> {
  if (!Buffer.isBuffer(request.body)) {
    const fields = fieldsOf(request.body)
    return { image: fields.get('image') ?? undefined, fields }
  }
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(new Uint8Array(request.body), { headers }).formData().catch(() => {
    throw new UploadError('Empty upload source.', 130)
  })
  const fields = new URLSearchParams()
  for (const [name, value] of form)
    if (typeof value === 'string' && name !== 'image') fields.append(name, value)
  return { image: form.get('image') ?? undefined, fields }
}

/** Allows line breaks, but refuses other invalid characters, which Buffer would silently skip. */
function decodeBase64(text: string): Buffer {
  const compact = text.replace(/\s+/g, '')
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact))
    throw new UploadError('Invalid base64 string.', 120)
  return Buffer.from(compact, 'base64')
}
