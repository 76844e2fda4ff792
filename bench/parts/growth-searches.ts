import type { ItemSort } from '#domain/search.ts'
import type { Probe } from '../load/latency.ts'

// The words of bench/grow/words.ts. In every shop one item in eight has such a colour, one in five such a sentence,
// one in forty such a making.
const colours = ['white', 'black', 'sand', 'clay', 'rust', 'moss', 'olive', 'sage', 'teal', 'navy', 'plum']
const sentences = ['batches', 'outlast', 'better', 'plastic', 'easy', 'quiet', 'carry', 'corners', 'repaired']
const makings = ['oak', 'walnut', 'brass', 'linen', 'wool', 'slate', 'glass', 'copper']

const letters = ['b', 'c', 'e', 'm', 'o', 'p', 'r', 's', 't']
const twoDigits = Array.from({ length: 90 }, (_, index) => String(index + 10))

const searches = (texts: readonly string[], more = ''): Pick<Probe, 'requests' | 'after'> => ({
  requests: texts.map(text => ({ path: `/api/items?search=${encodeURIComponent(text)}${more}` })),
  after: 'order',
})

const sorted = (sort: ItemSort) => `&sort=${sort}`

/** Pages are so short where finds are few that the small shop fills them, too: both answer with as much. */
const short = '&limit=10'

export const pairsOfWords = colours.flatMap(colour => sentences.map(sentence => `${sentence} ${colour}`))

export function searchProbes(names: readonly string[]): Probe[] {
  return [
    { name: 'search for one word', ...searches([...colours, ...sentences]) },
    { name: 'search for one word, by price', ...searches([...colours, ...sentences], sorted('price')) },
    { name: 'search for one word, by name', ...searches([...colours, ...sentences], sorted('name')) },
    { name: 'search for a rarer word', ...searches(makings, short) },
    { name: 'search for a rarer word, by price', ...searches(makings, `${short}${sorted('price')}`) },
    { name: 'search for a rarer word, by name', ...searches(makings, `${short}${sorted('name')}`) },
    { name: 'search for two words', ...searches(pairsOfWords, short) },
    { name: 'search for two words, by price', ...searches(pairsOfWords, `${short}${sorted('price')}`) },
    { name: 'search for a whole name', ...searches(names) },
    { name: 'search for one letter', ...searches(letters) },
    { name: 'search for the beginning of a number', ...searches(twoDigits, short) },
  ]
}
