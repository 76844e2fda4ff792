export const maxSearchLength = 100

/** The maximum page size of every list. */
export const maxLimit = 200

/** The length of the name of a family of items. */
export const maxFamily = 40

export const itemSorts = ['relevance', 'oldest', 'newest', 'price', '-price', 'name'] as const

export type ItemSort = (typeof itemSorts)[number]

/** The default order. Without a search there is no relevance. */
export const usualSort = (isSearch: boolean): ItemSort => (isSearch ? 'relevance' : 'newest')

const maxSearchWords = 6

/** Longer than any word that people type. Indexed words and search words are both cut off here. */
const maxWordLength = 40

/**
 * Removes case and accents, so that 'Café', 'CAFE' and 'cafe' match. Converts the case both ways, because some mappings
 * are one-way: 'ß' uppercases to 'SS', and 'ẞ' lowercases to 'ß'.
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

/** The distinct folded words of a text. */
export function wordsOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{Nd}]+/gu) ?? []
  return [...new Set(words.map(word => Array.from(word).slice(0, maxWordLength).join('')))]
}

/** An item matches if each of these is a prefix of one of its words. */
export const searchWords = (search: string): string[] => wordsOf(search).slice(0, maxSearchWords)
