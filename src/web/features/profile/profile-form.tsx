import type { Profile } from '#contract/profiles.ts'
import { explain } from '../../api/problem-error.ts'
import { Field } from '../../ui/field.tsx'
import { Form, required, type Values } from '../../ui/form.tsx'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSaveProfile } from './queries.ts'

/** The messages are the spec's, to the letter. */
const rules = {
  mobileNumber: required('Mobile Number is required'),
  address: required('Email Address is required'),
  education: required('Email Address is required'),
  linkedin: required('Email Address is required'),
}

export function ProfileForm({ profile }: { profile: Profile }) {
  const { mutateAsync: save } = useSaveProfile()
  async function send({ mobileNumber = '', address = '', education = '', linkedin = '' }: Values) {
    const { name, email } = profile
    await save({ name, email, mobileNumber, address, education, linkedin })
    toast('Your profile is saved')
  }
  return (
    <Form rules={rules} onSend={send} explain={explain} className="grid gap-4">
      <Field
        name="mobileNumber"
        label="Mobile number"
        type="tel"
        autoComplete="tel"
        maxLength={40}
        defaultValue={profile.mobileNumber}
      />
      <Field
        name="address"
        label="Address"
        autoComplete="street-address"
        maxLength={500}
        defaultValue={profile.address}
      />
      <Field name="education" label="Education" maxLength={500} defaultValue={profile.education} />
      <Field
        name="linkedin"
        label="LinkedIn"
        type="url"
        maxLength={500}
        placeholder="https://"
        defaultValue={profile.linkedin}
      />
      <Submit>ADD OR UPDATE PROFILE</Submit>
    </Form>
  )
}
