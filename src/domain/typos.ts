/**
 * The letters that can replace a wrong or missing letter of the same alphabet. Accents are already folded away
 * (domain/search.ts), so the lists are short. Other scripts match only with an extra letter or two swapped letters.
 */
const alphabets = [
  'abcdefghijklmnopqrstuvwxyz',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'абвгдежзиклмнопрстуфхцчшщъыьэюяєіґђљњћџ',
  'אבגדהוזחטיכלמנסעפצקרשת',
  'ءابةتثجحخدذرزسشصضطظعغفقكلمنهوي',
]

/** Shorter words have too many similar words, and numbers must match exactly. */
const forgivable = /^\p{L}{4,20}$/u

/** How many words of a search may have a typo: each candidate spelling costs an index lookup. */
export const mostForgiven = 2

/** The maximum number of candidate spellings of a search, over all its words. */
export const mostSpellings = 400

const alphabetsOf = (letters: readonly string[]): string[] =>
  alphabets.filter(own => letters.some(letter => own.includes(letter)))

/** Excludes words with several alphabets, because each alphabet would multiply the number of spellings. */
export const isForgivable = (word: string): boolean =>
  forgivable.test(word) && alphabetsOf(Array.from(word)).length <= 1

/**
 * All words that differ from this one by a single typo: a wrong, missing or extra letter, or two swapped letters. `known`
 * is the length of the longest prefix in the index, so the typo is at most one letter behind it, and most likely near it.
 * If there are more than `most` candidates, those with a typo nearest to that position remain.
 */
export function typosOf(word: string, known = word.length, most = mostSpellings): string[] {
  if (!isForgivable(word)) return []
  const letters = Array.from(word)
  const [alphabet = ''] = alphabetsOf(letters)
  const positions = letters
    .slice(0, known + 1)
    .map((letter, at) => {
      const [next = '', ...rest] = letters.slice(at + 1)
      return { letter, before: letters.slice(0, at).join(''), next, rest: rest.join('') }
    })
    .reverse()
  const candidates = new Set<string>()
  for (const { letter, before, next, rest } of positions) {
    candidates.add(before + next + rest)
    if (next) candidates.add(before + next + letter + rest)
  }
  for (const { letter, before, next, rest } of positions)
    for (const other of alphabet)
      candidates.add(before + other + next + rest).add(before + other + letter + next + rest)
  candidates.delete(word)
  return [...candidates].slice(0, most)
}
