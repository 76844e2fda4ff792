import { useEffect, useId, useState } from 'react'
import { pictureFormats, pictureSize } from '#contract/pictures.ts'
import { useFormState } from '../../ui/form.tsx'
import { pictureRefusal, pictureTypes } from './picture-rules.ts'
import { UploadProgress } from './upload-progress.tsx'

interface PictureFieldProps {
  file: File | undefined
  onChoose: (file: File | undefined) => void
  /** The picture that stays if none is picked. */
  current?: string
  /** The uploaded share between 0 and 1; undefined when idle. */
  share: number | undefined
}

/** Only the first picked file counts, and it is previewed before the upload. */
export function PictureField({ file, onChoose, current, share }: PictureFieldProps) {
  const id = useId()
  const { errors, busy } = useFormState()
  const refusal = file && pictureRefusal(file)
  const error = errors.image ?? refusal
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        Image
      </label>
      <div className="picture-field">
        <Preview file={refusal ? undefined : file} current={current} />
        <div className="min-w-0">
          <input
            id={id}
            name="image"
            type="file"
            required={current === undefined}
            disabled={busy}
            accept={pictureTypes.join(',')}
            className="file-input-plain"
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-error ${id}-hint`}
            onChange={event => onChoose(event.target.files?.[0])}
          />
          <p id={`${id}-hint`} className="field-hint">
            {`${pictureFormats}, ${pictureSize}.`}
          </p>
          <UploadProgress share={share} what="the picture" />
        </div>
      </div>
      <p id={`${id}-error`} className="field-error" aria-live="polite">
        {error}
      </p>
    </div>
  )
}

function Preview({ file, current }: { file: File | undefined; current: string | undefined }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return setUrl(undefined)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (!url && current) return <img src={current} alt="Current one" className="picture-preview" />
  if (!url) return <div className="picture-preview" aria-hidden="true" />
  return <img src={url} alt="New one" className="picture-preview" />
}
