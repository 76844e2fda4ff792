import type { Page, Request } from '@playwright/test'
import type { Person } from './fixtures.ts'

/** The page's next request of this kind. */
export const nextRequest = (page: Page, method: string, path: string | RegExp) =>
  page.waitForRequest(request => {
    const { pathname } = new URL(request.url())
    const fits = typeof path === 'string' ? pathname === path : path.test(pathname)
    return request.method() === method && fits
  })

export const bearer = async (request: Request) => (await request.allHeaders()).authorization

export const tokenOf = ({ token }: Person) => `Bearer ${token}`

/** A refusal that no list handles specially. */
export const outage = {
  type: 'about:blank',
  title: 'No',
  status: 400,
  detail: 'The list is away.',
  code: 'bad_input',
}
