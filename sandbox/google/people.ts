import { type Account, numberOf, type Person } from '../people.ts'

export interface GooglePerson extends Person {
  email: string
  verified: boolean
}

export const googlePeople: readonly GooglePerson[] = [
  {
    id: 'ada',
    name: 'Ada Lindqvist',
    email: 'ada@lindqvist.example',
    verified: true,
    about: 'An ordinary customer.',
  },
  {
    id: 'ben',
    name: 'Ben Okafor',
    email: 'Ben.Okafor@Harbour.example',
    verified: true,
    about: 'His email address contains capital letters.',
  },
  {
    id: 'robin',
    name: 'Robin Demo',
    email: 'user@tuckshop.example',
    verified: true,
    about: "Has the email of the shop's demo user: the accounts are linked.",
  },
  {
    id: 'uma',
    name: 'Uma Castellanos',
    email: 'uma@castellanos.example',
    verified: false,
    about: 'Her email was never verified: the shop refuses it.',
  },
]

/** One account per email and verified state: submitting the form again signs in to the same account. */
export function newGooglePerson({ name, email, verified }: Account): GooglePerson {
  const id = `${verified ? 'verified' : 'unverified'}:${email.toLowerCase()}`
  const predefined = googlePeople.find(
    person => person.email.toLowerCase() === email.toLowerCase() && person.verified === verified,
  )
  return predefined ?? { id, name, email, verified, about: 'Created on the chooser page.' }
}

export const googleLabel = ({ email, verified }: GooglePerson): string =>
  verified ? email : `${email} (not verified)`

/** Google's user ids have 21 digits. */
export const subjectOf = (person: GooglePerson): string => numberOf(`google/${person.id}`, 21)
