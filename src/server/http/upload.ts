import type { FastifyRequest } from 'fastify'
import { maxPictureBytes, pictureSize } from '#contract/pictures.ts'
import { Refusal } from '#domain/refusal.ts'
import { bounds } from '../bounds.ts'
import { fileBody } from './problems.ts'
import { FormFault, type FormPart, readForm } from './read-form.ts'

const tooLarge = () => new Refusal('too_large', `This picture is too large. It can be ${pictureSize}.`)

const notAForm = () =>
  new Refusal('unsupported_media_type', 'Send the picture as a form (multipart/form-data).')

export const uploadOptions = fileBody(bounds.formBytes, tooLarge, notAForm)

/** Exactly one boundary and no other parameter: two parsers of a header with two boundaries may choose different ones. */
const most = bounds.formBoundaryChars
const formType = new RegExp(
  `^multipart/form-data; *boundary=(?:"([^";]{1,${most}})"|([^";\\s]{1,${most}})) *$`,
  'i',
)

/** The only file in this field of a form, whatever its name and type claim. */
export function uploadOf(request: FastifyRequest, field: string): Buffer {
  const [, quoted, plain] = formType.exec(request.headers['content-type'] ?? '') ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined || !Buffer.isBuffer(request.body)) throw notAForm()
  const parts = partsOf(request.body, boundary, field)
  const otherParts = parts.filter(part => part.field !== field)
  if (otherParts.length > 0)
    throw refused(
      Object.fromEntries(otherParts.map(part => [part.field.slice(0, 100), 'Not expected here.'])),
    )
  const [file, ...others] = parts
  if (file === undefined) throw refused({ [field]: 'Choose a picture.' })
  if (others.length > 0) throw refused({ [field]: 'Send one picture at a time.' })
  if (!file.isFile) throw refused({ [field]: 'Send the picture as a file.' })
  if (file.content.length === 0) throw refused({ [field]: 'This file is empty.' })
  if (file.content.length > maxPictureBytes) throw tooLarge()
  return file.content
}

function partsOf(body: Buffer, boundary: string, field: string): FormPart[] {
  try {
    return readForm(body, boundary)
  } catch (error) {
    if (error instanceof FormFault) throw refused({ [field]: error.message })
    throw error
  }
}

const refused = (fields: Record<string, string>) =>
  new Refusal('bad_input', 'The picture did not arrive completely.', { fields })
