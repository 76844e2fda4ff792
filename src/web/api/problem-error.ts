import type { Problem, ProblemCode } from '#contract/problem.ts'

/** The shop's code for what was wrong, or that it could not be reached. */
export type FaultCode = ProblemCode | 'unreachable'

/** A response that is not a success, or no response at all. It always has a sentence for the visitor. */
export class ProblemError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.detail)
    this.name = 'ProblemError'
    this.problem = problem
  }

  /** Whether the call was carried out is unknown: the connection broke, or the shop failed. */
  get outcomeUnknown(): boolean {
    return this.problem.status === 0 || this.problem.status >= 500
  }
}

const textFields = ['type', 'title', 'detail', 'code'] as const

/**
 * Validated by hand: every page makes calls, and the contract's shapes are loaded only with forms (docs/decisions/003).
 */
export function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false
  const { fields = {}, ...rest } = value as Partial<Record<keyof Problem, unknown>>
  const isText = (text: unknown) => typeof text === 'string'
  return (
    textFields.every(field => isText(rest[field])) &&
    typeof rest.status === 'number' &&
    typeof fields === 'object' &&
    Object.values(fields ?? {}).every(isText)
  )
}

const type = 'about:blank'

export const unreachable = new ProblemError({
  type,
  title: 'No connection',
  status: 0,
  code: 'unreachable',
  detail: 'We could not reach the shop. Please check your connection and try again.',
})

export const offline = new ProblemError({
  ...unreachable.problem,
  title: 'Offline',
  detail: 'You are offline. Nothing was sent.',
})

export const unreadable = (status: number): ProblemError =>
  new ProblemError({
    type,
    title: 'Something went wrong',
    status,
    code: 'internal',
    detail: 'Something went wrong on our side. Please try again in a moment.',
  })

/** The sentence to show for anything that was thrown. */
export const sentenceOf = (error: unknown): string =>
  error instanceof ProblemError ? error.message : unreadable(500).message

/** A malformed id answers `bad_input`; for visitors that is the same as not found. */
export const isGone = (error: unknown): boolean => hasCode(error, 'not_found', 'bad_input')

/** A newer shop may send a code that this page does not know. */
export const codeOf = (error: unknown): FaultCode | undefined =>
  error instanceof ProblemError ? (error.problem.code as FaultCode) : undefined

export const hasCode = (error: unknown, ...codes: FaultCode[]): boolean =>
  codes.some(code => code === codeOf(error))

/** Why a form was not accepted: a sentence, and the fields it is about. */
export interface Explanation {
  sentence: string
  fields: Readonly<Record<string, string>>
}

export const explain = (error: unknown): Explanation => ({
  sentence: sentenceOf(error),
  fields: (error instanceof ProblemError && error.problem.fields) || {},
})
