import { useId } from 'react'

/** Said aloud in quarters only: every percent would drown everything else. */
const quarterOf = (percent: number) => Math.floor(percent / 25) * 25

interface UploadProgressProps {
  /** How much has been sent, between 0 and 1; undefined while nothing is being sent. */
  share: number | undefined
  /** What is sent. */
  what: string
  /** What the shop does with it once it is there, and how much of that is done; unless told, it takes no time. */
  then?: { what: string; share: number }
}

export function UploadProgress({ share, what, then }: UploadProgressProps) {
  const id = useId()
  const [words, done] = then && share === 1 ? [then.what, then.share] : [`Uploading ${what}`, share ?? 0]
  const percent = Math.round(done * 100)
  return (
    <>
      {share !== undefined && (
        <div className="mt-3">
          <p id={id} className="flex justify-between text-sm">
            <span>{words}</span>
            <span className="tabular-nums">{percent} %</span>
          </p>
          <progress className="bar" max={100} value={percent} aria-labelledby={id} />
        </div>
      )}
      <p role="status" className="sr-only">
        {share !== undefined && `${words}: ${quarterOf(percent)} percent`}
      </p>
    </>
  )
}
