import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { ArrivingUploads } from './upload.ts'

test('few pictures arrive at once, of one person and of all', () => {
  const arriving = new ArrivingUploads()
  const begin = (who: string): EventEmitter => {
    const reply = new EventEmitter()
    arriving.admit(who, reply as ServerResponse)
    return reply
  }
  const full = { code: 'overloaded' }
  const [first] = [begin('ann'), begin('ann'), begin('ann'), begin('ann')]
  assert.throws(() => begin('ann'), full)
  for (const who of ['bob', 'bob', 'bob', 'bob', 'cleo', 'cleo']) begin(who)
  assert.throws(() => begin('cleo'), full)
  first?.emit('close')
  begin('cleo')
  assert.throws(() => begin('ann'), full)
})
