/**
 * What may have been meant by a letter that is wrong or missing: one of the same alphabet. Accents are folded away
 * (domain/search.ts), so these are short. In other scripts only letters too many and swapped ones are forgiven.
 */
const alphabets = [
  'abcdefghijklmnopqrstuvwxyz',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'абвгдежзиклмнопрстуфхцчшщъыьэюяєіґђљњћџ',
  'אבגדהוזחטיכלמנסעפצקרשת',
  'ءابةتثجحخدذرزسشصضطظعغفقكلمنهوي',
]

/** Shorter words have too many neighbours, and numbers are meant as they are typed. */
const forgivable = /^\p{L}{4,20}$/u

/** How many words of a search may have a typo: each spelling of each costs a look into the index. */
export const mostForgiven = 2

/** How many spellings one search tries, in all its words together. */
export const mostSpellings = 400

const alphabetsOf = (letters: readonly string[]): string[] =>
  alphabets.filter(own => letters.some(letter => own.includes(letter)))

/** A word of several alphabets is no typo, and every alphabet would add as many spellings again. */
export const isForgivable = (word: string): boolean =>
  forgivable.test(word) && alphabetsOf(Array.from(word)).length <= 1

/**
 * Words from which this one may come by a single typo: a letter wrong, missing, too many, or two swapped. When no
 * word begins with more than `known` of its letters, the typo is not behind the next one, and most likely close before it:
 * where there are more than `most`, those closest to it are kept.
 */
export function typosOf(word: string, known = word.length, most = mostSpellings): string[] {
  if (!isForgivable(word)) return []
  const letters = Array.from(word)
  const [alphabet = ''] = alphabetsOf(letters)
  const places = letters
    .slice(0, known + 1)
    .map((letter, at) => {
      const [next = '', ...rest] = letters.slice(at + 1)
      return { letter, before: letters.slice(0, at).join(''), next, rest: rest.join('') }
    })
    .reverse()
  const meant = new Set<string>()
  for (const { letter, before, next, rest } of places) {
    meant.add(before + next + rest)
    if (next) meant.add(before + next + letter + rest)
  }
  for (const { letter, before, next, rest } of places)
    for (const other of alphabet)
      meant.add(before + other + next + rest).add(before + other + letter + next + rest)
  meant.delete(word)
  return [...meant].slice(0, most)
}
