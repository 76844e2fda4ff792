import { type ReactNode, useEffect, useId, useRef } from 'react'
import { maxFileBytes } from '#contract/endpoint.ts'
import type { ImportReport } from '#contract/item-files.ts'
import { maxImportedLines } from '#domain/spreadsheet.ts'
import { inThousands } from '#domain/thousands.ts'
import type { FileProgress } from '../../api/send-csv.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useImport } from './import-items.ts'
import { doneSentence, itemCount, summaryOf } from './import-sentences.ts'
import { importTemplate } from './import-template.ts'
import { ImportedLines, LineFaults } from './imported-lines.tsx'
import { UploadProgress } from './upload-progress.tsx'

interface ImportPanelProps {
  isOpen: boolean
  onClose: () => void
}

/** Imports items from a file: first a preview line by line, then all of it or nothing. */
export default function ImportPanel({ isOpen, onClose }: ImportPanelProps) {
  return (
    <Dialog open={isOpen} title="Import items" side onClose={onClose}>
      {isOpen && (
        <div className="mt-6 grid gap-6">
          <Steps onClose={onClose} />
        </div>
      )}
    </Dialog>
  )
}

function Steps({ onClose }: { onClose: () => void }) {
  const { step, check, importChecked, startAgain } = useImport()
  const again = (
    <button type="button" className="btn btn-quiet" onClick={startAgain}>
      Choose another file
    </button>
  )
  switch (step.at) {
    case 'start':
      return <FileField refusal={step.refusal} onChoose={file => void check(file)} />
    case 'checking':
      return <Progress progress={step.progress} what="Checking every line" />
    case 'importing':
      return <Progress progress={step.progress} what="Importing every line" />
    case 'checked':
      return (
        <Checked report={step.report} refusal={step.refusal} onImport={() => void importChecked(step.report)}>
          {again}
        </Checked>
      )
    case 'done':
      return (
        <>
          <Outcome>{doneSentence(step.report)}.</Outcome>
          <div className="flex flex-wrap gap-3">
            <button type="button" className="btn btn-primary" onClick={onClose}>
              Back to the items
            </button>
            {again}
          </div>
        </>
      )
  }
}

/** Focuses an element when it mounts, because the element that had the focus is gone. */
function useFocus<Kind extends HTMLElement>() {
  const element = useRef<Kind>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}

function Progress({ progress: { sent, done }, what }: { progress: FileProgress; what: string }) {
  const box = useFocus<HTMLDivElement>()
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <UploadProgress share={sent} what="the file" then={{ what, share: done }} />
    </div>
  )
}

function Outcome({ children }: { children: ReactNode }) {
  const outcome = useFocus<HTMLParagraphElement>()
  return (
    <p ref={outcome} tabIndex={-1} role="status" className="font-display text-lg outline-none">
      {children}
    </p>
  )
}

interface FileFieldProps {
  refusal: string | undefined
  onChoose: (file: File) => void
}

/** Does not take the focus while the panel opens: the dialog sets it then. */
function FileField({ refusal, onChoose }: FileFieldProps) {
  const id = useId()
  const input = useFocus<HTMLInputElement>()
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        CSV file
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        accept=".csv,text/csv"
        className="file-input-plain"
        aria-invalid={refusal ? true : undefined}
        aria-describedby={`${id}-error ${id}-hint`}
        onChange={event => {
          const [file] = event.target.files ?? []
          // Allows the same file to be picked again after it was corrected.
          event.target.value = ''
          if (file) onChoose(file)
        }}
      />
      <p id={`${id}-error`} className="field-error" role="alert">
        {refusal}
      </p>
      <p id={`${id}-hint`} className="field-hint">
        Use the columns of an export. A line without an _id adds an item; a line with one changes that item. A
        missing column changes nothing. To change the stock, change availableQuantity and leave
        availableBefore as it is. At most {inThousands(maxImportedLines)} lines and {maxFileBytes / 2 ** 20}{' '}
        MB, in UTF-8. You see every change before anything is saved.
      </p>
      <p className="mt-3">
        <a href={importTemplate} download="items-template.csv">
          Download a template
        </a>
      </p>
    </div>
  )
}

interface CheckedProps {
  report: ImportReport
  refusal: string | undefined
  onImport: () => void
  children: ReactNode
}

function Checked({ report, refusal, onImport, children }: CheckedProps) {
  const { added, changed, faults, lines = [] } = report
  const count = added + changed
  return (
    <>
      <Outcome>{summaryOf(report)}</Outcome>
      {refusal && (
        <p role="alert" className="form-error">
          {refusal}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {faults.length === 0 && count > 0 && (
          <button type="button" className="btn btn-primary" onClick={onImport}>
            Import {itemCount(count)}
          </button>
        )}
        {children}
      </div>
      {faults.length > 0 && <LineFaults faults={faults} />}
      {lines.length > 0 && <ImportedLines lines={lines} />}
    </>
  )
}
