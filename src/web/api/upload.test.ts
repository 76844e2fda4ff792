import assert from 'node:assert/strict'
import { test } from 'vitest'
import { pictures } from '#contract/pictures.ts'
import { json, lost, Network, refusal } from '../../../tests/helpers/web/network.ts'
import { ProblemError } from './problem-error.ts'
import { upload } from './upload.ts'

const picture = new File(['x'], 'x.png', { type: 'image/png' })

test('a picture is sent in the contract’s field with the bearer token, and reports its progress', async () => {
  window.localStorage.setItem('accessToken', 'abc')
  const response = { data: { display_url: '/images/a-960.webp' } }
  const net = new Network().on('POST /api/images', () => json(response, 201))
  const shares: number[] = []
  assert.deepEqual(await upload(pictures.upload, picture, share => shares.push(share)), response)
  const [asked] = net.asked
  assert.ok(asked?.body instanceof FormData)
  assert.equal((asked.body.get('image') as File).name, 'x.png')
  // The browser itself sets the content type: only it knows the boundary.
  assert.deepEqual(Object.fromEntries(asked.headers), {
    accept: 'application/json',
    authorization: 'Bearer abc',
  })
  assert.deepEqual(shares, [0.5])
})

test('a refused picture throws the shop’s own sentence, and a dead token is forgotten', async () => {
  window.localStorage.setItem('accessToken', 'abc')
  const net = new Network().on('POST /api/images', () => refusal('unsupported_image'))
  const code = (wanted: string) => (error: unknown) =>
    error instanceof ProblemError && error.problem.code === wanted
  await assert.rejects(
    upload(pictures.upload, picture, () => undefined),
    code('unsupported_image'),
  )
  assert.equal(window.localStorage.getItem('accessToken'), 'abc')
  net.on('POST /api/images', () => refusal('signed_out'))
  await assert.rejects(
    upload(pictures.upload, picture, () => undefined),
    code('signed_out'),
  )
  assert.equal(window.localStorage.getItem('accessToken'), null)
  net.on('POST /api/images', lost)
  await assert.rejects(
    upload(pictures.upload, picture, () => undefined),
    code('unreachable'),
  )
})
