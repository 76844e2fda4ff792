import type { Random } from '../interfaces.ts'

export const givenNames = [
  'Ann',
  'Björn',
  'Chidi',
  'Dolores',
  'Emre',
  'Fatima',
  'Giulia',
  'Hồng',
  'Ines',
  'Jürgen',
  "Kate O'Hara",
  'Léa',
  'Mika',
  'Nguyễn Văn An',
  'Olu',
  'Paweł',
  'Qing 青',
  'Ruth',
  'Søren',
  'Tariq طارق',
  'Uma',
  'Vera <b>',
] as const

export const passwords = [
  'nine blue teapots',
  'seven slow snails',
  'ein langer Satz mit 4 Wörtern',
  'x7#Kp!2mQ9',
  'tea at half past four',
] as const

const addresses = [
  '1 Test Street, Springfield',
  'Große Straße 12\u00a0b, 10115 Berlin',
  '東京都千代田区千代田1-1',
  '3 St John\'s Wood, London "upstairs"',
  'c/o =SUM(A1:A9), Flat 2',
] as const

const comments = [
  'Good.',
  'It arrived in one piece.\nThe box did not.',
  '<script>alert(1)</script> is not what I ordered',
  'Très joli, mais un peu lourd. ☕️',
  'שלום, a fine mug',
  '5 stars; DROP TABLE reviews',
] as const

const searches = ['tray', 'oak', 'mug', 'oak tray', 'lampp', 'x', '"', 'é', '%', 'the'] as const

export const phoneNumber = (random: Random): string => `555 0${random.whole(100, 999)}`
export const postalAddress = (random: Random): string => random.pick(addresses)
export const comment = (random: Random): string => random.pick(comments)
export const searchFor = (random: Random): string => random.pick(searches)
export const newPassword = (random: Random): string => `${random.pick(passwords)} ${random.whole(1, 99)}`

/** People type their e-mail in their own way; the shop compares it trimmed and in lower case. */
export const typedEmail = (random: Random, email: string): string =>
  random.weighted({ plain: 8, capital: 1, spaces: 1 } as const) === 'plain'
    ? email
    : random.chance(0.5)
      ? ` ${email} `
      : email.toUpperCase()

/** A choice without repeats, in random order. */
export function some<T>(random: Random, choices: readonly T[], most: number): T[] {
  const left = [...choices]
  const taken: T[] = []
  while (left.length > 0 && taken.length < most)
    taken.push(...left.splice(random.whole(0, left.length - 1), 1))
  return taken
}
