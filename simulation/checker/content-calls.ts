import { type Call, isCall, isDone, isRefused } from './call.ts'
import { Register } from './register.ts'

const path = '/api/shopContent'

export const isContentCall = (call: Call): boolean =>
  [`GET ${path}`, `PUT ${path}`, `POST ${path}/undo`].some(route => isCall(call, route))

/** What the shop says about itself after a save or an undo, and what it was asked to say. */
export function savedBy(call: Call): unknown[] {
  const isSave = isCall(call, `PUT ${path}`)
  if (!isDone(call) || (!isSave && !isCall(call, `POST ${path}/undo`))) return []
  return [call.answer.body, ...(isSave ? [call.body] : [])]
}

/** A conflict of versions has no effect, unless it is the answer to a second copy. */
export const hadNoEffect = (call: Call): boolean =>
  isRefused(call) || (call.answer?.status === 409 && !call.isDoubled)

/** A part of the content, as a text. Who saves learns from the answer what was saved. */
export function contentRegister(
  calls: readonly Call[],
  begin: string,
  textIn: (body: unknown) => string,
): Register<string> {
  const register = new Register<string>()
  register.begin(begin)
  for (const call of calls) {
    if (isDone(call)) register.write(textIn(call.answer.body), call)
    else if (call.method === 'PUT' && !hadNoEffect(call)) register.write(textIn(call.body), call)
    else if (call.method === 'POST' && !hadNoEffect(call)) register.writeAnything(call)
  }
  return register
}
