export type Strength = 'weak' | 'fair' | 'strong'

/** Words that are tried first, in whatever spelling; the server's own list is far longer (common-passwords.ts). */
const words =
  /pass(word|wort)?|qwert[yz]|azerty|letmein|welcome|admin|login|secret|iloveyou|monkey|dragon|master|shadow|sunshine|princess|football|baseball|abc123|(19|20)\d\d/g

const wordBits = 8

/** Letters that stand for others, which nobody is fooled by. */
const plainly: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '0': 'o', $: 's' }

const plain = (password: string): string =>
  password.toLowerCase().replace(/[@4310$]/g, letter => plainly[letter] ?? letter)

/** How many kinds of characters one has to try at each place. */
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

/** A character that repeats the one before, or stands next to it as in 'abc' and '321', is hardly another. */
function surprises(password: string): number {
  const codes = Array.from(password, letter => letter.codePointAt(0) ?? 0)
  return codes.filter((code, n) => n === 0 || Math.abs(code - (codes[n - 1] ?? 0)) > 1).length
}

/** About how many bits a guesser needs who knows how people choose. */
function bitsOf(password: string): number {
  const wholeBits = surprises(password) * Math.log2(Math.max(2, alphabetOf(password)))
  const lower = password.toLowerCase()
  const withoutWords = (text: string) => {
    const found = text.match(words)?.length ?? 0
    if (found === 0) return wholeBits
    const rest = text.replace(words, '')
    return found * wordBits + surprises(rest) * Math.log2(Math.max(2, alphabetOf(rest)))
  }
  return Math.min(wholeBits, withoutWords(lower), withoutWords(plain(password)))
}

/** A rough estimate to show while typing. It forbids nothing. */
export function strengthOf(password: string): Strength {
  const bits = bitsOf(password)
  if (bits < 40) return 'weak'
  return bits < 70 ? 'fair' : 'strong'
}
