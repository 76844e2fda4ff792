import { priceOf } from '../amounts.ts'
import { type Human, insist, type Reply } from '../human.ts'
import { goods, mostItems } from './stocking.ts'

/** Brings a file back in that was exported and edited: first a dry run, then the file that the dry run checked. */
export async function importItems(me: Human): Promise<void> {
  const file = await me.ask('GET /items.csv')
  const lines = String(file.body ?? '')
    .trimEnd()
    .split('\r\n')
  const [header = ''] = lines
  if (!header.includes('_id')) return
  const edited = lines
    .slice(0, 4)
    .map((line, n) => (n > 0 && me.random.chance(0.5) ? withOtherStock(line, header, me) : line))
  const added = lines.length < mostItems ? [newLine(header, me)] : []
  const dry = await sendFile(me, '?dry=true', [...edited, ...added].join('\r\n'), me.newKey())
  const { checked } = { ...(dry.body as { checked?: string } | undefined) }
  if (!checked) return
  const key = me.newKey()
  await insist(me, () => sendFile(me, '', checked, key))
}

async function sendFile(me: Human, query: string, body: string, key: string): Promise<Reply<unknown>> {
  return me.sendText(
    'POST',
    `/api/items.csv${query}`,
    { 'content-type': 'text/csv', 'idempotency-key': key },
    body,
  )
}

/** Only lines without quotes are edited; people are careful with the others. */
function withOtherStock(line: string, header: string, me: Human): string {
  const column = header.replace('\ufeff', '').split(',').indexOf('availableQuantity')
  const cells = line.split(',')
  if (line.includes('"') || cells[column] === undefined) return line
  cells[column] = String(me.random.whole(0, 20))
  return cells.join(',')
}

function newLine(header: string, me: Human): string {
  const cells: Record<string, string> = {
    name: `${me.random.pick(goods)} from a file ${me.random.whole(1, 999)}`,
    description: 'From a file.',
    price: String(priceOf(me)),
    availableQuantity: String(me.random.whole(1, 9)),
    mustQuantity: '1',
    photoUrl: 'https://pictures.example/thing.webp',
    hidden: 'false',
  }
  return header
    .replace('\ufeff', '')
    .split(',')
    .map(column => cells[column] ?? '')
    .join(',')
}
