import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fileTooLarge, maxFileBytes } from '#contract/endpoint.ts'
import type { ImportReport, LineFault } from '#contract/item-files.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { ProblemError, sentenceOf } from '../../api/problem-error.ts'
import { itemsKey } from '../../api/query-keys.ts'
import { type FileProgress, sendCsv } from '../../api/send-csv.ts'
import { toast } from '../../ui/toast.tsx'
import { doneSentence } from './import-sentences.ts'

export type ImportStep =
  | { at: 'start'; refusal?: string }
  | { at: 'checking' | 'importing'; progress: FileProgress }
  | { at: 'checked'; report: ImportReport; refusal?: string }
  | { at: 'done'; report: ImportReport }

const noProgress: FileProgress = { sent: 0, done: 0 }

/** Checks a file first, then imports what was checked, so that purchases in between are not undone. */
export function useImport() {
  const client = useQueryClient()
  const { keyFor, recordOutcome } = useIdempotencyKey()
  const [step, setStep] = useState<ImportStep>({ at: 'start' })
  const isMounted = useIsMounted()

  async function check(file: File): Promise<void> {
    if (file.size > maxFileBytes) return setStep({ at: 'start', refusal: fileTooLarge })
    const show = (progress: FileProgress) => setStep({ at: 'checking', progress })
    show(noProgress)
    try {
      const report = await sendCsv('POST /items.csv', { file, query: { dry: 'true' } }, show)
      setStep({ at: 'checked', report })
    } catch (error) {
      setStep({ at: 'start', refusal: sentenceOf(error) })
    }
  }

  async function importChecked(checked: ImportReport): Promise<void> {
    const show = (progress: FileProgress) => setStep({ at: 'importing', progress })
    show(noProgress)
    const text = checked.checked ?? ''
    try {
      const file = new Blob([text])
      const report = await sendCsv('POST /items.csv', { file, idempotencyKey: keyFor({ text }) }, show)
      recordOutcome(undefined)
      setStep({ at: 'done', report })
      // A toast, because the panel may be closed by now.
      toast(doneSentence(report))
    } catch (error) {
      recordOutcome(error)
      const refusal = sentenceOf(error)
      setStep({ at: 'checked', report: { ...checked, faults: faultsIn(error) }, refusal })
      if (!isMounted.current) toast(`Import of items: ${refusal}`, 'bad')
    } finally {
      void client.invalidateQueries({ queryKey: itemsKey })
    }
  }

  return { step, check, importChecked, startAgain: () => setStep({ at: 'start' }) }
}

/** Lets a late response see whether the panel is still mounted. */
function useIsMounted() {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}

/** Faults of an import that had none when it was checked. */
const faultsIn = (error: unknown): LineFault[] =>
  (error instanceof ProblemError && (error.problem.faults as LineFault[] | undefined)) || []
