import { useId } from 'react'

/** Said aloud in quarters only: every percent would drown everything else. */
const quarterOf = (percent: number) => Math.floor(percent / 25) * 25

export function UploadProgress({ share }: { share: number | undefined }) {
  const id = useId()
  const percent = Math.round((share ?? 0) * 100)
  return (
    <>
      {share !== undefined && (
        <div className="mt-3">
          <p id={id} className="flex justify-between text-sm">
            <span>Uploading the picture</span>
            <span className="tabular-nums">{percent} %</span>
          </p>
          <progress className="bar" max={100} value={percent} aria-labelledby={id} />
        </div>
      )}
      <p role="status" className="sr-only">
        {share !== undefined && `Uploading the picture: ${quarterOf(percent)} percent`}
      </p>
    </>
  )
}
