import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { eventually } from '../../../tests/helpers/card-shop.ts'
import { pictureForm } from '../../../tests/helpers/picture-form.ts'
import { onBothEngines, userIdOf } from '../../../tests/helpers/shop.ts'
import { buildApp } from '../app.ts'

/** Fails if only complete bodies are counted: a visitor who aborts each upload would have no limit. */
onBothEngines('aborted uploads count towards the limits of account and address', async shop => {
  const { db, now } = shop.deps
  const [ann, bob] = [await shop.customer(), await shop.customer()]
  const app = buildApp(shop.deps)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const countOf = async (name: string) => {
    const found = db.read.selectFrom('rate_counters').select('count').where('name', '=', name)
    return (await found.executeTakeFirst())?.count
  }
  const ofAnn = `aborted uploads of ${await userIdOf(shop, ann.email)}`
  const fromHere = 'aborted uploads from 127.0.0.1'
  const { payload, headers } = await pictureForm()
  try {
    for (const n of [1, 2]) {
      const socket = connect(port, '127.0.0.1')
      const parsing = new Promise<void>(resolve => app.server.once('request', () => resolve()))
      socket.write(
        [
          'POST /api/auth/picture HTTP/1.1',
          'host: localhost',
          `authorization: Bearer ${ann.token}`,
          'content-type: multipart/form-data; boundary=x',
          'content-length: 5000',
          '',
          '--x',
        ].join('\r\n'),
      )
      await parsing
      socket.destroy()
      await once(socket, 'close')
      await eventually(async () => (await countOf(ofAnn)) === n, 'it to be counted')
    }
    assert.equal(await countOf(fromHere), 2)
    const upload = (who: typeof ann) => who.call('POST', '/api/auth/picture', payload, headers)
    assert.equal((await upload(ann)).statusCode, 201, 'what arrives does not count')
    assert.equal(await countOf(ofAnn), 2)
    const spend = (name: string, count: number) =>
      db.write(tx =>
        tx
          .updateTable('rate_counters')
          .set({ count, resets_at: now() + 900_000 })
          .where('name', '=', name)
          .execute(),
      )
    await spend(ofAnn, 10)
    const refused = await upload(ann)
    assert.deepEqual([refused.statusCode, refused.json().code], [429, 'too_many_requests'])
    assert.equal((await upload(bob)).statusCode, 201, 'nobody else has to wait')
    await spend(fromHere, 20)
    assert.equal((await upload(bob)).statusCode, 429, 'accounts are free')
  } finally {
    await app.close()
  }
})
