import { useSyncExternalStore } from 'react'
import type { ProofMethod } from '#domain/fresh-proof.ts'
import { ProblemError } from './problem-error.ts'

/** A question to the signed-in user to prove who they are; the calls that need the proof wait for the answer. */
export interface ProofRequest {
  ways: readonly ProofMethod[]
  answer: (isProven: boolean) => void
}

type Asked = ProofRequest & { answered: Promise<boolean> }

const listeners = new Set<() => void>()
let asked: Asked | undefined

function ask(next: Asked | undefined): void {
  asked = next
  for (const listener of listeners) listener()
}

/** Resolves to whether a proof was given by one of these methods. Simultaneous requests share one question. */
export async function askForProof(ways: readonly ProofMethod[]): Promise<boolean> {
  if (listeners.size === 0) return false
  if (!asked) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const answer = (isProven: boolean) => {
      ask(undefined)
      resolve(isProven)
    }
    ask({ ways, answer, answered: promise })
  }
  return asked?.answered ?? false
}

/** Asks for the proof that a refusal requires. */
export const requestProof = (refusal: unknown): Promise<boolean> => askForProof(waysIn(refusal))

const allWays: readonly ProofMethod[] = ['passkey', 'code', 'password']

function waysIn(refusal: unknown): ProofMethod[] {
  const listed: unknown = refusal instanceof ProblemError ? refusal.problem.ways : undefined
  return Array.isArray(listed) ? allWays.filter(way => listed.includes(way)) : []
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useProofRequest = (): ProofRequest | undefined =>
  useSyncExternalStore(
    subscribe,
    () => asked,
    () => undefined,
  )
