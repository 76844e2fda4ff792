import type { Calls } from '#contract/index.ts'
import { type CallInput, callFile } from './call.ts'

/** So long the browser has to take the file over. */
const handOverMs = 60_000

/**
 * Asks for a file and has the browser keep it under the name that the shop gives it. Not by a link to the call itself:
 * links carry no token. A file in memory can be saved on phones, too, where a new window would be blocked.
 */
export async function download<Name extends keyof Calls>(
  name: Name,
  input: CallInput<Calls[Name]>,
): Promise<void> {
  const response = await callFile(name, input)
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = nameOf(response)
  link.click()
  window.setTimeout(() => URL.revokeObjectURL(address), handOverMs)
}

const nameOf = ({ headers }: Response): string =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'download'
