import { type ChangeEvent, useId, useState } from 'react'
import { account, nameForm } from '#contract/account.ts'
import { pictureFormats, pictureSize } from '#contract/pictures.ts'
import { sentenceOf } from '../../api/problem-error.ts'
import { upload } from '../../api/upload.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { rulesOf } from '../../ui/shape-rules.ts'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { useUser } from '../session/use-user.ts'
import { useRemovePicture, useRename, useShowUser } from './queries.ts'

const rules = rulesOf(nameForm)

export function NamePanel() {
  const { email, displayName } = useUser()
  const { mutateAsync: rename } = useRename(email)
  return (
    <>
      <Form
        rules={rules}
        onSend={async wanted => {
          await rename(wanted)
          toast('Your name is saved')
        }}
        className="mt-6 grid gap-4"
      >
        <Field
          name="name"
          label="Name"
          autoComplete="name"
          defaultValue={displayName}
          hint="Shown in your profile and at the top of every page."
        />
        <div>
          <Submit>Save name</Submit>
        </div>
      </Form>
      <OwnPicture />
    </>
  )
}

/** A picture is uploaded as soon as it is picked; the shop validates it. */
function OwnPicture() {
  const id = useId()
  const { photoURL } = useUser()
  const show = useShowUser()
  const { mutateAsync: remove } = useRemovePicture()
  const [isSending, setIsSending] = useState(false)
  const [fault, setFault] = useState('')

  async function send({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (!file) return
    setFault('')
    setIsSending(true)
    try {
      show(await upload(account.changePicture, file, () => undefined))
      toast('Your picture is saved')
    } catch (error) {
      setFault(sentenceOf(error))
    } finally {
      // Allows the same file to be picked again.
      target.value = ''
      setIsSending(false)
    }
  }

  return (
    <div className="mt-8 grid gap-3">
      <label className="field-label" htmlFor={id}>
        Picture
      </label>
      {photoURL && <img src={photoURL} alt="The current one" className="size-24 rounded-full object-cover" />}
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        className="file-input-plain"
        disabled={isSending}
        aria-invalid={fault ? true : undefined}
        aria-describedby={`${id}-error ${id}-hint`}
        onChange={event => void send(event)}
      />
      <p id={`${id}-hint`} className="field-hint" role="status">
        {isSending ? 'Uploading the picture…' : `${pictureFormats}, ${pictureSize}.`}
      </p>
      <p id={`${id}-error`} className="field-error" aria-live="polite">
        {fault}
      </p>
      {photoURL && (
        <div>
          <ActionButton className="btn-sm btn-quiet" onPress={() => remove()} done="Your picture is removed">
            Remove picture
          </ActionButton>
        </div>
      )}
    </div>
  )
}
