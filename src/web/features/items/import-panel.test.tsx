import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { ImportReport } from '#contract/item-files.ts'
import {
  importAddress as address,
  importCall as call,
  chooseFile as choose,
  faultlessReport,
  importing,
} from '../../../../tests/helpers/web/item-import.ts'
import { held, json, lost, type RecordedCall, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ada, as } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const asked = (page: Visit): [string | undefined, string | null][] =>
  page.net.to(call).map(({ query, headers }) => [query.dry, headers.get('content-type')])

const textOf = ({ body }: RecordedCall): Promise<string> => (body as Blob).text()

test('Import opens a panel with its own address, and closing it leads back to the list', async t => {
  const page = await visit(t, '/dashboard/manageItems', as(ada))
  await page.until(() => page.control('Import'))
  await page.press('Import')
  await page.until(() => page.all('input[type=file]')[0])
  assert.equal(page.at(), address)
  await page.press('Close')
  await page.until(() => page.at() === '/dashboard/manageItems')
  await page.until(() => page.all('input[type=file]').length === 0)
})

test('a file is checked first; what was checked is imported under one key', async t => {
  const net = as(ada).on(call, ({ query }) =>
    json(query.dry ? faultlessReport : { added: 1, changed: 2, faults: [] }),
  )
  const page = await importing(t, net)
  await choose(page)
  assert.match(page.text, /This file adds 1 item and changes 2 items\. The stock of 1 item changes \(\+3\)\./)
  assert.match(page.text, /Line 2Spoon NewPrice:\$4\.50Available:20/)
  assert.match(page.text, /Line 3Tray Price:\$34 → \$36Hidden:no → yesLine 5Mug Available:7 → 10/)
  assert.deepEqual(asked(page), [['true', 'text/csv']])
  await page.press('Import 3 items')
  assert.match(page.text, /Imported: 1 item added, 2 items changed\./)
  const [checked, imported] = net.to(call)
  assert.equal(checked && (await textOf(checked)), 'name\nTray\n')
  assert.equal(imported && (await textOf(imported)), 'the checked file')
  assert.deepEqual(asked(page)[1], [undefined, 'text/csv'])
  assert.ok(imported?.headers.get('idempotency-key'))
  // The list behind the panel is fetched again.
  assert.ok(net.to('GET /api/item').length > 1)
})

test('faults are listed by line, and nothing can be imported', async t => {
  const faults = [
    { line: 4, message: 'price: Write 34.50 with a decimal point.' },
    { line: 9, message: 'There is no item with this _id.' },
  ]
  const { checked: _, ...report } = { ...faultlessReport, faults }
  const page = await importing(
    t,
    as(ada).on(call, () => json(report)),
  )
  await choose(page)
  assert.match(page.text, /2 lines have errors\. Fix them and choose the file again\./)
  assert.match(page.text, /Line 4price: Write 34\.50 with a decimal point\.Line 9There is no item/)
  assert.equal(page.control('Import 3 items'), undefined)
  await page.press('Choose another file')
  assert.ok(page.field('CSV file'))
})

test('the total change of the stock is shown, with increases and decreases separate', async t => {
  const lines = [1200, -3, 40].map((difference, index) => ({
    line: index + 2,
    name: 'Tray',
    isNew: false,
    changes: [{ column: 'availableQuantity' as const, from: 10, to: 10 + difference }],
  }))
  const summaryOf = async (report: Partial<ImportReport>) => {
    const page = await importing(
      t,
      as(ada).on(call, () => json({ ...faultlessReport, ...report })),
    )
    await choose(page)
    return page.words('dialog [role=status]')[0]
  }
  const adds = 'This file adds 0 items and changes 3 items.'
  const changed = { added: 0, changed: 3 }
  assert.equal(await summaryOf({ ...changed, lines }), `${adds} The stock of 3 items changes (+1,240, −3).`)
  assert.equal(
    await summaryOf({ ...changed, lines: lines.slice(1, 2) }),
    `${adds} The stock of 1 item changes (−3).`,
  )
  assert.equal(await summaryOf({ ...changed, lines: [] }), adds)
})

test('a file that changes nothing says so', async t => {
  const nothing: ImportReport = { added: 0, changed: 0, faults: [], lines: [], checked: '' }
  const page = await importing(
    t,
    as(ada).on(call, () => json(nothing)),
  )
  await choose(page)
  assert.match(page.text, /There is nothing to import/)
  assert.equal(page.control('Import 0 items'), undefined)
})

test('a long file shows its first lines, and more on request', async t => {
  const lines = Array.from({ length: 10_000 }, (_, index) => ({
    line: index + 2,
    name: `Item ${index}`,
    isNew: false,
    changes: [],
  }))
  const page = await importing(
    t,
    as(ada).on(call, () => json({ ...faultlessReport, changed: 9999, lines })),
  )
  await choose(page)
  assert.ok(page.button('Import 10,000 items'))
  assert.equal(page.words('li.ledger-entry').length, 50)
  assert.match(page.text, /50 of 10,000/)
  await page.press('Show more')
  assert.equal(page.words('li.ledger-entry').length, 550)
})

/** Fails if a lost response leads to a new key: the items would be added twice. */
test('an import whose response is lost is retried with the same key', async t => {
  let tries = 0
  const net = as(ada).on(call, asked => {
    if (asked.query.dry) return json(faultlessReport)
    return tries++ === 0 ? lost() : json({ added: 1, changed: 2, faults: [] })
  })
  const page = await importing(t, net)
  await choose(page)
  await page.press('Import 3 items')
  assert.match(page.text, /could not reach the shop/)
  await page.press('Import 3 items')
  assert.match(page.text, /Imported: 1 item added/)
  const [first, second] = net.to(call).slice(1)
  assert.equal(first?.headers.get('idempotency-key'), second?.headers.get('idempotency-key'))
})

test('faults that arise after the check are shown by line', async t => {
  const faults = [{ line: 5, message: 'Only 2 left to sell. The rest is held or sold.' }]
  const net = as(ada).on(call, ({ query }) =>
    query.dry
      ? json(faultlessReport)
      : refusal('bad_input', { detail: 'Nothing was imported: a line has an error.', faults }),
  )
  const page = await importing(t, net)
  await choose(page)
  await page.press('Import 3 items')
  assert.match(page.text, /Nothing was imported: a line has an error\./)
  assert.match(page.text, /Line 5Only 2 left to sell/)
  assert.equal(page.control('Import 3 items'), undefined)
})

/** Fails if every response is parsed as lines: the page would wait forever. */
test('a proxy’s page instead of a response is reported as an error', async t => {
  const page = await importing(
    t,
    as(ada).on(call, () => new Response('<html>\n<h1>Bad gateway</h1>\n</html>\n', { status: 502 })),
  )
  await choose(page)
  assert.match(page.complaint('CSV file'), /Something went wrong on our side/)
})

test('a file that is refused as a whole says why, and another can be picked', async t => {
  const net = as(ada).on(call, () => refusal('too_large', { detail: 'This file is too large.' }))
  const page = await importing(t, net)
  await choose(page)
  assert.equal(page.complaint('CSV file'), 'This file is too large.')
})

/** Fails if only the upload is shown: the page would look stuck while the shop works. */
test('the shop’s progress with a file is shown, and then the result', async t => {
  const lines = (...parts: object[]) => new Response(parts.map(line => `${JSON.stringify(line)}\n`).join(''))
  const answer = held(() => lines({ share: 0.25 }, { share: 0.5 }))
  const net = as(ada).on(call, answer.answer, () => lines({ share: 0.5 }, { answer: faultlessReport }))
  const page = await importing(t, net)
  const input = choose(page)
  assert.match(page.text, /Uploading the file50 %/)
  await input
  answer.release()
  await settle()
  assert.match(page.text, /Something went wrong on our side/, 'an answer that breaks off')
  await choose(page)
  assert.match(page.text, /This file adds 1 item/)
  const faults = [{ line: 5, message: 'Only 2 left to sell.' }]
  const { status, title } = { status: 400, title: 'x' }
  const problem = { type: 'x', title, status, code: 'bad_input', detail: 'Nothing was imported.', faults }
  net.on(call, () => lines({ share: 0.9 }, { problem }))
  await page.press('Import 3 items')
  assert.match(page.text, /Nothing was imported\.[\s\S]*Line 5Only 2 left to sell\./)
})
