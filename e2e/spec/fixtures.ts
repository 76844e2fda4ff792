import type { APIRequestContext, APIResponse, Browser, BrowserContext, Page } from '@playwright/test'
import { demoAccounts } from '../../src/server/store/demo-ids.ts'
import { expect, newPage, recordErrors, test as shopTest } from '../shop.ts'

export { allowErrors, clearSession, hydrated, logIn } from '../shop.ts'
export { expect }

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Call = (method: Method, path: string, body?: unknown) => Promise<APIResponse>

/** An account, and calls with its bearer token. */
export interface Person {
  name: string
  email: string
  password: string
  token: string
  call: Call
}

export interface People {
  admin: Person
  /** A shared account for tests that only read. */
  user: Person
  /** Creates an account. */
  join(name?: string): Promise<Person>
  /** Calls without a token. */
  visitor: Call
}

type Reader = 'visitor' | 'user' | 'admin'

interface Fixtures {
  /**
   * A shared page that tests may read but not change. It is loaded once per worker, because most statements are about
   * what a page shows, and loading takes the time.
   */
  sharedPage: (path: string, reader?: Reader) => Promise<Page>
  /** The page is signed in with the shared account. */
  user: Person
  /** The page is signed in with a new account. */
  newcomer: Person
  /** The page is signed in as the demo admin. */
  admin: Person
}

const [demoUser, demoAdmin] = demoAccounts

export { demoAdmin, demoUser }

let joined = 0

interface Cached {
  people: People
  sharedPages: (path: string, reader: Reader) => Promise<SharedPage>
}

interface SharedPage {
  page: Page
  consoleErrors: string[]
}

/** All spec files use this set of fixtures, because Playwright starts another worker for each different set. */
export const test = shopTest.extend<Fixtures, Cached>({
  people: [
    async ({ playwright, shop }, use) => {
      const web = await playwright.request.newContext({ baseURL: shop.url })
      const user = await join(web)
      await use({
        admin: await enter(web, demoAdmin),
        user,
        join: name => join(web, name),
        visitor: callsOf(web),
      })
      await web.dispose()
    },
    { scope: 'worker' },
  ],
  sharedPages: [
    async ({ browser, shop, people }, use) => {
      const [readers, pages] = [
        new Map<Reader, Promise<BrowserContext>>(),
        new Map<string, Promise<SharedPage>>(),
      ]
      await use((path, reader) => {
        const person = reader === 'visitor' ? undefined : people[reader]
        const context = readers.get(reader) ?? contextFor(browser, shop.url, person)
        readers.set(reader, context)
        const key = `${reader} ${path}`
        const found = pages.get(key) ?? open(context, shop.url + path)
        pages.set(key, found)
        return found
      })
      for (const context of readers.values()) await (await context).close()
    },
    { scope: 'worker' },
  ],
  sharedPage: async ({ sharedPages }, use) => {
    const seen: SharedPage[] = []
    await use(async (path, reader = 'visitor') => {
      const sharedPage = await sharedPages(path, reader)
      seen.push(sharedPage)
      return sharedPage.page
    })
    expect(seen.flatMap(({ consoleErrors }) => consoleErrors)).toEqual([])
  },
  user: async ({ page, people }, use) => use(await signIn(page, people.user)),
  newcomer: async ({ page, people }, use) => use(await signIn(page, await people.join())),
  admin: async ({ page, people }, use) => use(await signIn(page, people.admin)),
})

/**
 * One context per role, so that its pages share the browser's cache: each alone would load and compile the shop again.
 */
async function contextFor(
  browser: Browser,
  url: string,
  person: Person | undefined,
): Promise<BrowserContext> {
  const page = await newPage(browser, `${url}/icon.svg`)
  if (person) await signIn(page, person)
  return page.context()
}

async function open(context: Promise<BrowserContext>, url: string): Promise<SharedPage> {
  const page = await (await context).newPage()
  const sharedPage: SharedPage = { page, consoleErrors: [] }
  recordErrors(page, sharedPage.consoleErrors)
  await page.goto(url)
  return sharedPage
}

async function join(web: APIRequestContext, name = 'Ann Example'): Promise<Person> {
  const account = {
    name,
    email: `reader-${process.pid}-${++joined}@example.com`,
    password: 'a good password',
  }
  const answer = await web.post('/api/auth/sign-up', { data: account })
  if (answer.status() !== 201) throw new Error(await answer.text())
  return withToken(web, account)
}

async function enter(web: APIRequestContext, account: (typeof demoAccounts)[number]): Promise<Person> {
  const { name, email, password } = account
  const answer = await web.post('/api/auth/sign-in', { data: { email, password } })
  if (!answer.ok()) throw new Error(await answer.text())
  return withToken(web, { name, email, password })
}

/** The last step of every sign-in: exchanges the proof cookie for a token. */
async function withToken(web: APIRequestContext, account: Omit<Person, 'token' | 'call'>): Promise<Person> {
  const answer = await web.put(`/api/users/${account.email}`, { data: { email: account.email } })
  const { token } = (await answer.json()) as { token: string }
  return { ...account, token, call: callsOf(web, token) }
}

const callsOf =
  (web: APIRequestContext, token?: string): Call =>
  (method, path, body) =>
    web.fetch(`/api${path}`, {
      method,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(body !== undefined && { data: body }),
    })

export async function signIn(page: Page, person: Person): Promise<Person> {
  await page.evaluate(token => localStorage.setItem('accessToken', token), person.token)
  return person
}

/** Navigates inside the page, as a link does, without a reload. */
export async function navigateTo(page: Page, path: string): Promise<void> {
  await page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
