export const maxSearchLength = 100

/** What a list gives in one answer, at most. */
export const maxLimit = 200

/** How a list of items can be ordered. */
export const itemSorts = ['relevance', 'oldest', 'newest', 'price', '-price', 'name'] as const

export type ItemSort = (typeof itemSorts)[number]

/** The order unless one is chosen. Without a search nothing is more relevant than anything else. */
export const usualSort = (isSearch: boolean): ItemSort => (isSearch ? 'relevance' : 'newest')

const maxSearchWords = 6

/** Longer than any word that somebody types to the end; what lies beyond is not looked at, on either side. */
const maxWordLength = 40

/**
 * Text without case and accents, so that 'Café', 'CAFE' and 'cafe' are the same. There and back, because some letters
 * differ in one direction only: 'ß' becomes 'SS' on the way up, 'ẞ' becomes 'ß' on the way down.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ς', 'σ')

/** The words of a text, folded, each once. */
export function wordsOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{Nd}]+/gu) ?? []
  return [...new Set(words.map(word => Array.from(word).slice(0, maxWordLength).join('')))]
}

/** The words of a search. An item is found when each of them begins one of its words. */
export const searchWords = (search: string): string[] => wordsOf(search).slice(0, maxSearchWords)
