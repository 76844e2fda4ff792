export type Strength = 'weak' | 'fair' | 'strong'

/** Words that attackers try first. The server has a far longer list (common-passwords.ts). */
const commonWords =
  /pass(word|wort)?|qwert[yz]|azerty|letmein|welcome|admin|login|secret|iloveyou|monkey|dragon|master|shadow|sunshine|princess|football|baseball|abc123|(19|20)\d\d/g

const wordBits = 8

/** Common substitutions, which attackers also try. */
const substitutions: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '0': 'o',
  $: 's',
}

const undoSubstitutions = (password: string): string =>
  password.toLowerCase().replace(/[@4310$]/g, letter => substitutions[letter] ?? letter)

/** How many characters an attacker must try at each position. */
function alphabetOf(password: string): number {
  const kinds: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[ -/:-@[-`{-~]/, 33],
    [/[^ -~]/, 100],
  ]
  return kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0)
}

/** Does not count a character that repeats or continues the previous one, as in 'aaa', 'abc' and '321'. */
function countUnpredictable(password: string): number {
  const codes = Array.from(password, letter => letter.codePointAt(0) ?? 0)
  return codes.filter((code, n) => n === 0 || Math.abs(code - (codes[n - 1] ?? 0)) > 1).length
}

/** The approximate entropy against an attacker who knows how people choose passwords. */
function bitsOf(password: string): number {
  const wholeBits = countUnpredictable(password) * Math.log2(Math.max(2, alphabetOf(password)))
  const lower = password.toLowerCase()
  const withoutWords = (text: string) => {
    const found = text.match(commonWords)?.length ?? 0
    if (found === 0) return wholeBits
    const rest = text.replace(commonWords, '')
    return found * wordBits + countUnpredictable(rest) * Math.log2(Math.max(2, alphabetOf(rest)))
  }
  return Math.min(wholeBits, withoutWords(lower), withoutWords(undoSubstitutions(password)))
}

/** A rough estimate to show while typing. It blocks nothing. */
export function strengthOf(password: string): Strength {
  const bits = bitsOf(password)
  if (bits < 40) return 'weak'
  return bits < 70 ? 'fair' : 'strong'
}
