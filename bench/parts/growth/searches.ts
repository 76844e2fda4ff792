import { withSnapshot } from '../../../src/server/db/engine/snapshot.ts'
import type { Prepared } from '../../prepare.ts'

// Words from bench/grow-words.ts: a colour is in one of eight items, a sentence in one of five, a making in one of forty.
const colours = ['white', 'black', 'sand', 'clay', 'rust', 'moss', 'olive', 'sage', 'teal', 'navy', 'plum']
const sentences = ['batches', 'outlast', 'better', 'plastic', 'easy', 'quiet', 'carry', 'corners', 'repaired']
const makings = ['oak', 'walnut', 'brass', 'linen', 'wool', 'slate', 'glass', 'copper']

/** Search texts by the name of their row. */
export async function searchesOf({ database }: Prepared): Promise<Record<string, string[]>> {
  const items = await withSnapshot(database, db =>
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
