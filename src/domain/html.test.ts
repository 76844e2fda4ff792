import assert from 'node:assert/strict'
import { test } from 'vitest'
import { escapeHtml } from './html.ts'

test('special characters are escaped', () => {
  assert.equal(
    escapeHtml(`<b title="a" id='b'>&</b>`),
    '&#60;b title=&#34;a&#34; id=&#39;b&#39;&#62;&#38;&#60;/b&#62;',
  )
  assert.equal(escapeHtml('é 👩 plain'), 'é 👩 plain')
})
