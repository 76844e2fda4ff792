import type { Calls } from '#contract/index.ts'
import { paths } from '../web/paths.ts'

/** Stands for the id in an address: the shop serves this page without an item or order, and the page loads its own. */
const noId = '-'

/** The pages that are kept. Those of admins are not. The shop sends the same page to everybody. */
export const keptPages: readonly string[] = [
  paths.home,
  paths.items,
  paths.item(noId),
  paths.login,
  paths.signup,
  paths.team,
  paths.portfolio,
  paths.dashboard,
  paths.myReview,
  paths.myOrder,
  paths.payment(noId),
]

const plain = (path: string): string => path.replace(/(.)\/+$/, '$1').toLowerCase()

/** The kept page that an address shows; undefined for all others, such as those of admins. */
export function keptPageOf(path: string): string | undefined {
  const asked = plain(path)
  return keptPages.find(page => {
    const [before, after] = plain(page).split(noId)
    if (after === undefined) return asked === before
    return asked.startsWith(before ?? '') && /^[^/]+$/.test(asked.slice(before?.length))
  })
}

const adminPages = [paths.allUsers, paths.addItem, paths.manageItems, paths.manageAllOrders].map(plain)

/** The calls of an admin's pages are none of the worker's business. */
export const isAdminPage = (path: string): boolean => adminPages.includes(plain(path))

/** The answers that are kept: the items, what visitors see, and what customers see of themselves and their orders. */
const keptCalls: readonly (keyof Calls & `GET ${string}`)[] = [
  'GET /items',
  'GET /items/{id}',
  'GET /reviews',
  'GET /auth/me',
  'GET /myBag',
  'GET /myBooking/{email}',
  'GET /booking/{id}',
  'GET /booking/{id}/timeline',
  'GET /booking/{id}/invoices',
  'GET /itemPictures',
  'GET /myProfile/{email}',
]

const keptAnswers = keptCalls.map(
  name => new RegExp(`^/api${name.slice('GET '.length).replace(/\{\w+\}/g, '[^/]+')}$`),
)

export const isKeptAnswer = (path: string): boolean => keptAnswers.some(pattern => pattern.test(path))

/** Files whose name changes with their content. Videos are left alone: players ask for parts of them. */
export const isImmutable = (path: string): boolean => /^\/(assets|images)\/[^/]+$/.test(path)

/** Files that may change under their name. */
export const isPicture = (path: string): boolean => /^\/(pictures\/|fonts\/|icon\.svg$)/.test(path)
