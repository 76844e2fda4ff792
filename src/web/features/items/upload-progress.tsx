import { useId } from 'react'

/** Announced in quarters only, because every percent would drown out everything else. */
const quarterOf = (percent: number) => Math.floor(percent / 25) * 25

interface UploadProgressProps {
  /** The uploaded share between 0 and 1; undefined when idle. */
  share: number | undefined
  /** The name of what is uploaded. */
  what: string
  /** What the shop does after the upload, and its progress; omitted if that takes no time. */
  then?: { what: string; share: number }
}

export function UploadProgress({ share, what, then }: UploadProgressProps) {
  const id = useId()
  const [label, done] = then && share === 1 ? [then.what, then.share] : [`Uploading ${what}`, share ?? 0]
  const percent = Math.round(done * 100)
  return (
    <>
      {share !== undefined && (
        <div className="mt-3">
          <p id={id} className="flex justify-between text-sm">
            <span>{label}</span>
            <span className="tabular-nums">{percent} %</span>
          </p>
          <progress className="bar" max={100} value={percent} aria-labelledby={id} />
        </div>
      )}
      <p role="status" className="sr-only">
        {share !== undefined && `${label}: ${quarterOf(percent)} percent`}
      </p>
    </>
  )
}
