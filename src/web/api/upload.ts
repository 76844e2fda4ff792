import { type AnswerOf, type Endpoint, pathOf } from '#contract/endpoint.ts'
import { accepted, bodyOf } from './call.ts'
import { unreachable } from './problem-error.ts'
import { readToken } from './token.ts'

/**
 * Sends one file to a call that takes an upload. By XMLHttpRequest, because fetch does not tell how much has
 * been sent; `onProgress` gets a share between 0 and 1.
 */
export async function upload<E extends Endpoint & { upload: string }>(
  endpoint: E,
  file: File,
  onProgress: (share: number) => void,
): Promise<AnswerOf<E>> {
  const token = readToken()
  const form = new FormData()
  form.set(endpoint.upload, file)
  const response = await accepted(await post(pathOf(endpoint.path), token, form, onProgress), token)
  return (await bodyOf(response)) as AnswerOf<E>
}

function post(
  address: string,
  token: string | null,
  form: FormData,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.setRequestHeader('accept', 'application/json')
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', event => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.addEventListener('load', () =>
      resolve(new Response(request.responseText, { status: request.status })),
    )
    for (const failure of ['error', 'timeout', 'abort']) {
      request.addEventListener(failure, () => reject(unreachable))
    }
    request.send(form)
  })
}
