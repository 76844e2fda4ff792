import { withSnapshot } from '../../../src/server/db/engine/snapshot.ts'
import type { Prepared } from '../../prepare.ts'

// The words of bench/grow-words.ts: one item in eight has such a colour, one in five such a sentence, one in forty such
// a making.
const colours = ['white', 'black', 'sand', 'clay', 'rust', 'moss', 'olive', 'sage', 'teal', 'navy', 'plum']
const sentences = ['batches', 'outlast', 'better', 'plastic', 'easy', 'quiet', 'carry', 'corners', 'repaired']
const makings = ['oak', 'walnut', 'brass', 'linen', 'wool', 'slate', 'glass', 'copper']

/** What is searched for in turn, by the name of its row. */
export async function searchesOf({ place }: Prepared): Promise<Record<string, string[]>> {
  const items = await withSnapshot(place, db =>
    db.selectFrom('items').select('name').orderBy('id').limit(200).offset(300).execute(),
  )
  return {
    'search for one word': [...colours, ...sentences],
    'search for a rarer word': makings,
    'search for two words': colours.flatMap(colour => sentences.map(sentence => `${sentence} ${colour}`)),
    'search for a whole name': items.map(({ name }) => name),
    'search for one letter': ['b', 'c', 'e', 'm', 'o', 'p', 'r', 's', 't'],
    'search for the beginning of a number': Array.from({ length: 90 }, (_, index) => String(index + 10)),
  }
}
