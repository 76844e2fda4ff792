import { useId } from 'react'

/** Said aloud in quarters only: every percent would drown everything else. */
const quarterOf = (percent: number) => Math.floor(percent / 25) * 25

interface UploadProgressProps {
  /** How much has been sent, between 0 and 1; undefined while nothing is being sent. */
  share: number | undefined
  /** What is sent. */
  what: string
  /** What the shop does with it once it is there; unless told, that takes no time. */
  then?: string
}

export function UploadProgress({ share, what, then }: UploadProgressProps) {
  const id = useId()
  const percent = Math.round((share ?? 0) * 100)
  const isSent = then !== undefined && share === 1
  return (
    <>
      {share !== undefined && (
        <div className="mt-3">
          <p id={id} className="flex justify-between text-sm">
            <span>{isSent ? then : `Uploading ${what}`}</span>
            {!isSent && <span className="tabular-nums">{percent} %</span>}
          </p>
          <progress className="bar" max={100} value={isSent ? undefined : percent} aria-labelledby={id} />
        </div>
      )}
      <p role="status" className="sr-only">
        {share !== undefined && (isSent ? then : `Uploading ${what}: ${quarterOf(percent)} percent`)}
      </p>
    </>
  )
}
