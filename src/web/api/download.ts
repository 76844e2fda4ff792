import type { FileType } from '#contract/endpoint.ts'
import type { Calls } from '#contract/index.ts'
import { type CallInput, send } from './call.ts'
import { unreachable } from './problem-error.ts'

/** The calls that answer a file. */
type FileCall = {
  [Name in keyof Calls]: Calls[Name] extends { answers: FileType } ? Name : never
}[keyof Calls]

/** Some browsers come for the file a while after they were told to. */
const keptMs = 60_000

/**
 * Fetches a file and gives it to the browser to keep, under the name that the shop has for it. A plain link would not
 * do: it cannot carry the bearer. Browsers put what is large on the disk while it comes.
 */
export async function download<Name extends FileCall>(
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
  window.setTimeout(() => URL.revokeObjectURL(link.href), keptMs)
}

const nameOf = ({ headers }: Response): string =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'file'
