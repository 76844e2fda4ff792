import { type Account, numberOf, type Person } from '../people.ts'

/** An entry of /user/emails. */
export interface GithubEmail {
  email: string
  primary: boolean
  verified: boolean
  visibility: 'public' | 'private' | null
}

export interface GithubPerson extends Person {
  emails: GithubEmail[]
}

const primary = (email: string, verified: boolean, visibility: GithubEmail['visibility']): GithubEmail => ({
  email,
  primary: true,
  verified,
  visibility,
})

export const githubPeople: readonly GithubPerson[] = [
  {
    id: 'gracewood',
    name: 'Grace Wood',
    emails: [
      { email: 'grace@oldjob.example', primary: false, verified: true, visibility: null },
      primary('grace@wood.example', true, 'private'),
    ],
    about: 'Two verified emails; the primary one comes second and is private.',
  },
  {
    id: 'kofi',
    name: 'Kofi Mensah',
    emails: [primary('kofi@mensah.example', true, 'public')],
    about: 'Shows his email publicly.',
  },
  {
    id: 'robin-demo',
    name: 'Robin Demo',
    emails: [primary('user@tuckshop.example', true, 'private')],
    about: "Has the email of the shop's demo user: the accounts are linked.",
  },
  {
    id: 'nova',
    name: 'Nova Petit',
    emails: [primary('nova@petit.example', false, 'private')],
    about: 'Her only email is not verified: the shop refuses it.',
  },
  { id: 'ghostwriter', name: 'Gil Writer', emails: [], about: 'No email at all: the shop says so.' },
]

/** One account per email and verified state; without an email, one per name. */
export function newGithubPerson({ name, email, verified }: Account): GithubPerson {
  const about = 'Created on the chooser page.'
  if (!email) return { id: `no-email:${name.toLowerCase()}`, name, emails: [], about }
  const id = `${verified ? 'verified' : 'unverified'}:${email.toLowerCase()}`
  const starter = githubPeople.find(({ emails: [only, second] }) => {
    return !second && only?.email === email.toLowerCase() && only.verified === verified
  })
  return starter ?? { id, name, emails: [primary(email, verified, 'private')], about }
}

export function githubLine({ emails }: GithubPerson): string {
  const shown = emails.find(({ primary }) => primary)
  if (!shown) return 'no email'
  return shown.verified ? shown.email : `${shown.email} (not verified)`
}

export const githubId = (person: GithubPerson): number => Number(numberOf(`github/${person.id}`, 9))

/** GitHub's user names have letters, digits and hyphens only. */
export const loginOf = ({ id }: GithubPerson): string =>
  id
    .replace(/^\w+(-\w+)?:/, '')
    .replace(/[^a-z0-9]+/gi, '-')
    .replace(/^-|-$/g, '')
