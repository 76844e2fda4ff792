import assert from 'node:assert/strict'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import table from '../web/routes.ts'
import { isAdminPage, isImmutable, isKeptAnswer, isPicture, keptPageOf, keptPages } from './kept.ts'

interface Address {
  path: string
  isForAdmins: boolean
}

const addressesOf = (route: RouteConfigEntry, parent = '', isForAdmins = false): Address[] => {
  const path = route.path === undefined ? parent : `${parent}/${route.path}`
  const isAdmins = isForAdmins || route.file.endsWith('admin-only.tsx')
  if (!route.children) return [{ path: path || '/', isForAdmins: isAdmins }]
  return route.children.flatMap(child => addressesOf(child, path, isAdmins))
}

/** Fails if a page is added and nobody decides whether it is kept. */
test('every page of the route table is kept, but for those of admins', () => {
  const pages = table.flatMap(route => addressesOf(route)).filter(({ path }) => path !== '/*')
  for (const { path, isForAdmins } of pages) {
    if (path === '/starRating') continue
    const address = path.replace(':id', 'some-id')
    assert.equal(keptPageOf(address), isForAdmins ? undefined : path.replace(':id', '-'), path)
    assert.equal(isAdminPage(address), isForAdmins, path)
  }
  assert.equal(pages.filter(({ isForAdmins }) => isForAdmins).length, 4)
  assert.equal(keptPages.length, pages.length - 5)
})

test('an address may be written in other ways, and unknown ones are not kept', () => {
  assert.equal(keptPageOf('/ITEMS/abc/'), '/items/-')
  assert.equal(keptPageOf('/dashboard/myorder'), '/dashboard/myOrder')
  assert.equal(isAdminPage('/dashboard/manageallorders/'), true)
  for (const path of ['/items/a/b', '/no/such', '/dashboard/payment', '/sandbox'])
    assert.equal(keptPageOf(path), undefined, path)
})

/** Fails if a pattern is too wide: what admins see, files and secrets of an account do not belong into a browser. */
test('only the listed answers are kept', () => {
  const kept = endpoints
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path)
    .filter(path => isKeptAnswer(`/api${path.replace(/\{\w+\}/g, 'x@example.com')}`))
  assert.deepEqual(kept.sort(), [
    '/auth/me',
    '/booking/{id}',
    '/booking/{id}/invoices',
    '/booking/{id}/timeline',
    '/itemPictures',
    '/items',
    '/items/{id}',
    '/myBag',
    '/myBooking/{email}',
    '/myProfile/{email}',
    '/reviews',
  ])
})

test('files with a hash in their name are told from others, and videos are neither', () => {
  for (const path of ['/assets/app-1a2b.js', '/images/0123-960.webp']) assert.ok(isImmutable(path), path)
  for (const path of ['/pictures/mug-960.webp', '/fonts/text.woff2', '/icon.svg'])
    assert.ok(isPicture(path) && !isImmutable(path), path)
  for (const path of ['/video/film.mp4', '/media/0123.mp4', '/sw.js', '/robots.txt', '/api/images'])
    assert.ok(!isPicture(path) && !isImmutable(path), path)
})
