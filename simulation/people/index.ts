import type { Mood, Person, Random } from '../interfaces.ts'
import { attacker } from './attackers/attacker.ts'
import { clerk } from './clerk.ts'
import type { Account } from './human.ts'
import { habitsOf } from './moods.ts'
import { nothingYet } from './overheard.ts'
import { staffEmail } from './owners/back-room.ts'
import { owner, staff } from './owners/owner.ts'
import { shopper } from './shoppers/shopper.ts'
import { givenNames, passwords } from './words.ts'

export { moodOf } from './moods.ts'

/**
 * The world makes this account before the people begin: it signs up with this password, and becomes the first admin by the
 * link that a new shop prints. All others sign up by themselves.
 */
export const ownerEmail = 'owner@tuckshop.example'
export const ownerPassword = 'a kettle full of rain'

/** Who lives in a world: an owner, two employees, a clerk of the card provider, attackers, and shoppers for the rest. */
export function peopleOf(random: Random, mood: Mood): Person[] {
  const habits = habitsOf[mood.name]
  const overheard = nothingYet()
  const others = [
    owner({ name: 'the owner', email: ownerEmail, password: ownerPassword }, habits),
    ...[1, 2].map(n => staff(account(random, `employee ${n}`, staffEmail(n)), habits)),
    clerk('the clerk', habits),
    ...Array.from({ length: habits.attackers }, (_, n) =>
      attacker(account(random, `attacker ${n + 1}`, `attacker-${n + 1}@mail.example`), habits, overheard),
    ),
  ]
  const shoppers = Array.from({ length: Math.max(2, mood.people - others.length) }, (_, n) => {
    const name = givenNames[n % givenNames.length] ?? 'Ann'
    return shopper(account(random, name, `shopper-${n + 1}@mail.example`), habits, overheard)
  })
  return [...others, ...shoppers]
}

const account = (random: Random, name: string, email: string): Account => ({
  name,
  email,
  password: random.pick(passwords),
})
