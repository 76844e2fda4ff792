import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportReport, LineFault } from '#contract/item-files.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { ProblemError, sentenceOf } from '../../api/problem-error.ts'
import { itemsKey } from '../../api/query-keys.ts'
import { type FileProgress, sendCsv } from '../../api/send-csv.ts'
import { toast } from '../../ui/toast.tsx'

/** How far an import is. */
export type ImportStep =
  | { at: 'start'; refusal?: string }
  | { at: 'checking' | 'importing'; progress: FileProgress }
  | { at: 'checked'; report: ImportReport; refusal?: string }
  | { at: 'done'; report: ImportReport }

const nothingYet: FileProgress = { sent: 0, done: 0 }

/** Checks a file first, and imports what was checked: so what others buy meanwhile is not undone. */
export function useImport() {
  const client = useQueryClient()
  const { keyFor, noteOutcome } = useIdempotencyKey()
  const [step, setStep] = useState<ImportStep>({ at: 'start' })

  async function check(file: File): Promise<void> {
    const show = (progress: FileProgress) => setStep({ at: 'checking', progress })
    show(nothingYet)
    try {
      const report = await sendCsv('POST /items.csv', { file, query: { dry: 'true' } }, show)
      setStep({ at: 'checked', report })
    } catch (error) {
      setStep({ at: 'start', refusal: sentenceOf(error) })
    }
  }

  async function importChecked(checked: ImportReport): Promise<void> {
    const show = (progress: FileProgress) => setStep({ at: 'importing', progress })
    show(nothingYet)
    const text = checked.checked ?? ''
    try {
      const file = new Blob([text])
      const report = await sendCsv('POST /items.csv', { file, idempotencyKey: keyFor({ text }) }, show)
      noteOutcome(undefined)
      setStep({ at: 'done', report })
      // The panel may be closed by now.
      toast(doneSentence(report))
    } catch (error) {
      noteOutcome(error)
      const faults = faultsIn(error)
      setStep({ at: 'checked', report: { ...checked, faults }, refusal: sentenceOf(error) })
    } finally {
      void client.invalidateQueries({ queryKey: itemsKey })
    }
  }

  return { step, check, importChecked, startAgain: () => setStep({ at: 'start' }) }
}

export const countOf = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'item' : 'items'}`

export const doneSentence = ({ added, changed }: ImportReport): string =>
  `Imported: ${countOf(added)} added, ${countOf(changed)} changed`

/** What stands against an import that was fine when it was checked. */
const faultsIn = (error: unknown): LineFault[] =>
  (error instanceof ProblemError && (error.problem.faults as LineFault[] | undefined)) || []
