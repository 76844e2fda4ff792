import type { Census } from './census.ts'
import { endpointNames } from './endpoint-of.ts'

const threads = 'Pictures are read by threads, and which of them is done first is chance.'
const streams = 'The file is stored while it arrives.'
const signature = 'The signature of a passkey has chance in it.'
const claimed = 'The owner has taken the shop before the people begin.'

/** Calls that no person makes with success, and why. Whoever adds a call adds a deed for it, or a line here. */
const exceptions: Readonly<Record<string, string>> = {
  'POST /images': threads,
  'POST /shopContent/pictures': threads,
  'POST /auth/picture': threads,
  'POST /shopContent/videos': streams,
  'POST /shopContent/captions': streams,
  'POST /auth/passkeys': signature,
  'PATCH /auth/passkeys/{id}': signature,
  'DELETE /auth/passkeys/{id}': signature,
  'POST /auth/passkeys/sign-in': signature,
  'POST /auth/welcome/check': claimed,
  'POST /auth/welcome': claimed,
}

/** Calls that should have succeeded and have not: the simulation is blind to them. */
export const unreachedCalls = ({ reached }: Census): string[] =>
  endpointNames.filter(name => !reached.has(name) && !(name in exceptions))

export const isComplete = (census: Census): boolean => unreachedCalls(census).length === 0
