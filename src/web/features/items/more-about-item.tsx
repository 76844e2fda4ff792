import { useId } from 'react'
import { type ItemDetails, maxFurtherPictures } from '#contract/item-details.ts'
import { Field } from '../../ui/field.tsx'
import { useFormState } from '../../ui/form.tsx'
import { KeepFocus } from '../../ui/keep-focus.tsx'
import { type FurtherPictures, furtherField } from './further-pictures.ts'
import { pictureTypes } from './picture-rules.ts'
import { TaxField, useTaxNames } from './tax-field.tsx'
import { UploadProgress } from './upload-progress.tsx'

interface MoreAboutItemProps {
  /** The current details of an existing item. */
  seen?: ItemDetails
  further: FurtherPictures
}

const nothing: ItemDetails = { pictures: [], materials: '', size: '', care: '', family: '', tax: '' }

/** Optional details, closed until one of them is filled in. */
export const MoreAboutItem = ({ seen = nothing, further }: MoreAboutItemProps) => (
  <details className="more-about" open={useHasDetails(seen)}>
    <summary className="link-quiet">More details</summary>
    <div className="mt-4 grid gap-4">
      <Field name="materials" label="Materials" defaultValue={seen.materials} required={false} />
      <Field name="size" label="Size" defaultValue={seen.size} required={false} />
      <Field name="care" label="Care" defaultValue={seen.care} required={false} />
      <Field
        name="family"
        label="Family"
        hint="Such as Kitchen: items of one family are shown together."
        defaultValue={seen.family}
        required={false}
      />
      <TaxField tax={seen.tax} />
      <FurtherPicturesField further={further} />
    </div>
  </details>
)

function useHasDetails({ pictures, materials, size, care, family, tax }: ItemDetails): boolean {
  const namesTax = useTaxNames()(tax) === tax
  return pictures.length > 0 || namesTax || `${materials}${size}${care}${family}` !== ''
}

function FurtherPicturesField({ further }: { further: FurtherPictures }) {
  const id = useId()
  const { errors, busy } = useFormState()
  const { pictures, share, fault, add } = further
  // The form's error asks to wait for the upload, so it applies only until the upload ends.
  const error = share === undefined ? fault : errors[furtherField]
  const isFull = pictures.length >= maxFurtherPictures
  return (
    <KeepFocus role="group" aria-labelledby={`${id}-label`}>
      <label id={`${id}-label`} className="field-label" htmlFor={id}>
        More pictures
      </label>
      <ListOfPictures further={further} />
      <input
        id={id}
        name={furtherField}
        type="file"
        disabled={busy || isFull || share !== undefined}
        accept={pictureTypes.join(',')}
        className="file-input-plain"
        data-at-once
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error ${id}-hint`}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // Lets the same file be picked again.
          target.value = ''
          if (file) void add(file)
        }}
      />
      <p id={`${id}-hint`} className="field-hint">
        At most {maxFurtherPictures}, such as a close-up or the item in use.
      </p>
      <UploadProgress share={share} what="the picture" />
      <p id={`${id}-error`} className="field-error" aria-live="polite">
        {error}
      </p>
    </KeepFocus>
  )
}

const ListOfPictures = ({ further: { pictures, remove, moveUp } }: { further: FurtherPictures }) => (
  <ol className="further-pictures">
    {pictures.map((picture, index) => (
      <li key={picture}>
        <img src={picture} alt={`Further view ${index + 1}`} />
        {index > 0 && (
          <button
            type="button"
            className="btn btn-sm btn-quiet"
            aria-label={`Move up picture ${index + 1}`}
            onClick={() => moveUp(index)}
          >
            Move up
          </button>
        )}
        <button
          type="button"
          className="btn btn-sm btn-quiet"
          aria-label={`Remove picture ${index + 1}`}
          onClick={() => remove(picture)}
        >
          Remove
        </button>
      </li>
    ))}
  </ol>
)
