import { type Profile, profileForm } from '#contract/profiles.ts'
import { oneLine } from '#domain/plain-text.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { rulesOf } from '../../ui/shape-rules.ts'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSaveProfile } from './queries.ts'

const rules = rulesOf(profileForm)

export function ProfileForm({ profile }: { profile: Profile }) {
  const { mutateAsync: save } = useSaveProfile()
  const { name, email } = profile
  return (
    <Form
      rules={rules}
      onSend={async details => {
        await save({ name: oneLine(name), email, ...details })
        toast('Your profile is saved')
      }}
      className="grid gap-4"
    >
      <Field
        name="mobileNumber"
        label="Mobile number"
        type="tel"
        autoComplete="tel"
        defaultValue={profile.mobileNumber}
      />
      <Field name="address" label="Address" autoComplete="street-address" defaultValue={profile.address} />
      <Field name="education" label="Education" defaultValue={profile.education} />
      <Field
        name="linkedin"
        label="LinkedIn"
        type="url"
        placeholder="https://"
        defaultValue={profile.linkedin}
      />
      <Submit>ADD OR UPDATE PROFILE</Submit>
    </Form>
  )
}
