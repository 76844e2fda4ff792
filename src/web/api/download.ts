import type { FileType } from '#contract/endpoint.ts'
import type { Calls } from '#contract/index.ts'
import { type CallInput, send } from './call.ts'
import { unreachable } from './problem-error.ts'

/** The calls that return a file. */
type FileDownloadCall = {
  [Name in keyof Calls]: Calls[Name] extends { answers: FileType } ? Name : never
}[keyof Calls]

/** Some browsers read the file a while after the click. */
const revokeAfterMs = 60_000

/**
 * Fetches a file and offers it for download under the shop's name for it. A plain link cannot send the bearer token.
 * Browsers write large responses to disk while they load.
 */
export async function download<Name extends FileDownloadCall>(
  name: Name,
  input: CallInput<Calls[Name]>,
): Promise<void> {
  const response = await send(name, input)
  const file = await response.blob().catch(() => {
    throw unreachable
  })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = nameOf(response)
  link.click()
  window.setTimeout(() => URL.revokeObjectURL(link.href), revokeAfterMs)
}

const nameOf = ({ headers }: Response): string =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'file'
