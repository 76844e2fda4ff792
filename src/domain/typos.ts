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

export const isForgivable = (word: string): boolean => forgivable.test(word)

/**
 * All words from which this one may come by a single typo: a letter wrong, missing, too many, or two swapped. When no
 * word begins with more than so many of its letters, the typo is not behind the next one.
 */
export function typosOf(word: string, known = word.length): string[] {
  if (!isForgivable(word)) return []
  const letters = Array.from(word)
  const alphabet = alphabets.filter(own => letters.some(letter => own.includes(letter))).join('')
  const meant = new Set<string>()
  for (const [at, letter] of letters.slice(0, known + 1).entries()) {
    const before = letters.slice(0, at).join('')
    const [next = '', ...rest] = letters.slice(at + 1)
    const after = next + rest.join('')
    meant.add(before + after)
    if (next) meant.add(before + next + letter + rest.join(''))
    for (const other of alphabet) meant.add(before + other + after).add(before + other + letter + after)
  }
  meant.delete(word)
  return [...meant]
}
