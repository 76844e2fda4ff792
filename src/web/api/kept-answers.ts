import { replaceEqualDeep } from '@tanstack/react-query'
import { keptHeader } from './kept.ts'

/** When the shop gave an answer that the service worker has kept, in milliseconds; 0 for other answers. */
export const keptAnswers = new WeakMap<object, number>()

/** Notes how old an answer is, if the service worker has kept it. */
export function noteKept<Answer>(answer: Answer, { headers }: Response): Answer {
  const since = headers.get(keptHeader)
  if (since) keptAnswers.set(Object(answer), Number(since))
  return answer
}

/** How queries keep what has not changed; features/offline adds how old it is, once it is loaded. */
export const sharing: { share: (last: unknown, data: unknown) => unknown } = { share: replaceEqualDeep }
