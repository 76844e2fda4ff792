import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, emailParams, text } from './shapes.ts'

const profileText = (max: number) => z.string().check(z.maxLength(max))

/** A user who has not saved a profile yet has empty details. */
export const profile = z.strictObject({
  name: z.string(),
  email,
  address: profileText(500),
  education: profileText(500),
  linkedin: profileText(500),
  mobileNumber: profileText(40),
})

export type Profile = z.output<typeof profile>

/** The messages are the spec's, verbatim. */
export const profileForm = z.strictObject({
  mobileNumber: text(40, 'Mobile Number is required'),
  address: text(500, 'Email Address is required'),
  education: text(500, 'Email Address is required'),
  linkedin: text(500, 'Email Address is required'),
})

const newProfile = z.extend(profileForm, { name: text(120), email })

export type NewProfile = z.output<typeof newProfile>

export const profiles = {
  one: endpoint({
    method: 'GET',
    path: '/myProfile/{email}',
    who: 'self_or_admin',
    subject: { params: 'email' },
    summary: "A user's profile",
    params: emailParams,
    answer: profile,
  }),
  create: endpoint({
    method: 'POST',
    path: '/myProfile',
    who: 'user',
    subject: { body: 'email' },
    summary: 'Create the profile if there is none (201); otherwise leave it unchanged (200)',
    body: newProfile,
    answer: profile,
  }),
  replace: endpoint({
    method: 'PUT',
    path: '/myProfile',
    who: 'user',
    subject: { body: 'email' },
    summary: 'Replace the profile',
    body: newProfile,
    answer: profile,
  }),
}
