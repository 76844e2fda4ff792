import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { type ProgressLine, progressType } from '#contract/endpoint.ts'
import { eventually } from '../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../tests/helpers/customers.ts'
import { exported, fileOf, importFile, newItemLine } from '../../../tests/helpers/item-file.ts'
import { newAdmin, onBothEngines, onSqlite } from '../../../tests/helpers/shop.ts'

const accept = { accept: `${progressType}, application/json` }

async function importLines(admin: Customer, file: string): Promise<ProgressLine[]> {
  const answer = await importFile(admin, file, '', accept)
  assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, progressType])
  return answer.body
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
}

const many = (count: number) => fileOf(...Array.from({ length: count }, (_, n) => newItemLine(`Spoon ${n}`)))

onSqlite(
  'a client that accepts progress lines gets the progress of an import, and then its result',
  async shop => {
    const admin = await newAdmin(shop)
    const lines = await importLines(admin, many(2000))
    assert.deepEqual(lines.pop(), { answer: { added: 2000, changed: 0, faults: [] } })
    const shares = lines.map(line => ('share' in line ? line.share : assert.fail(JSON.stringify(line))))
    assert.ok(shares.length > 4, `${shares}`)
    assert.deepEqual(
      shares,
      shares.toSorted((a, b) => a - b),
    )
    assert.equal(shares.at(-1), 1)

    const refused = (await importLines(admin, fileOf(newItemLine('')))).pop()
    assert.ok(refused && 'problem' in refused)
    const { status, code, faults } = refused.problem
    assert.deepEqual([status, code], [400, 'bad_input'])
    assert.deepEqual(faults, [{ line: 2, message: 'name: Name is required' }])
  },
)

/** Fails if a line is written to a closed connection: that error would end the process. */
onBothEngines('an import finishes even if the client hangs up', async shop => {
  const admin = await newAdmin(shop)
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const file = many(3000)
  const socket = connect(port, '127.0.0.1')
  const head = [
    'POST /api/items.csv HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${admin.token}`,
    'content-type: text/csv',
    `accept: ${progressType}`,
    `content-length: ${Buffer.byteLength(file)}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${file}`)
  await once(socket, 'data')
  socket.destroy()
  await eventually(async () => (await exported(admin)).length === 3000, 'all of them to be there')
})
