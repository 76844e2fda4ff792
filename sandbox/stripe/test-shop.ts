import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type FrameLocator, type Page } from '@playwright/test'
import { keys } from '../context.ts'
import { Opened, until } from './test-sandbox.ts'

const flags =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

const script = `
  const parameters = new URLSearchParams(location.search)
  const clientSecret = parameters.get('secret')
  const stripe = Stripe('${keys.stripePublishable}', {})
  const appearance = { variables: { fontSizeBase: '16px', colorText: '#102030' }, rules: { '.Label': { fontWeight: '700' } } }
  const elements = stripe.elements({ clientSecret, appearance })
  const element = elements.create('payment', {})
  window.seen = []
  for (const name of ['ready', 'loaderstart', 'loaderror', 'focus', 'blur', 'change', 'escape']) {
    element.on(name, event => window.seen.push({ name, ...event }))
  }
  element.mount('#fields')
  Object.assign(window, { stripe, elements, element, clientSecret })
  document.querySelector('#pay').onclick = async () => {
    const result = await stripe.confirmPayment({ elements, redirect: 'if_required' })
    document.querySelector('#result').textContent = result.error ? result.error.message : result.paymentIntent.status
  }
`

/** A buyer's visit to the payment page, with everything that the page could observe. */
export interface Visit {
  page: Page
  fields: FrameLocator
  intent: string
  /** The page's DOM, the messages it got and the requests it made. */
  learned: () => Promise<string>
  consoleErrors: string[]
}

/** For tests: a browser, and a shop on another origin with a payment page and our content security policy. */
export class OpenedShop {
  readonly sandbox = new Opened()
  url = ''
  #browser: Browser | undefined
  #server: Server | undefined

  async start(): Promise<void> {
    await this.sandbox.start()
    const at = this.sandbox.url
    // No inline code, only its own styles, and the provider's origin only where necessary.
    const policy = `default-src 'none'; script-src 'self' ${at}; frame-src ${at}; connect-src ${at}; style-src 'self'`
    const body = `<!doctype html><html lang="en"><head><title>Shop</title></head><body><main><h1>Pay</h1>
      <div id="fields"></div><button id="pay">Pay</button><p id="result"></p></main>
      <script src="${at}/stripe/v3.js"></script><script src="/shop.js"></script></body></html>`
    const server = createServer((request, response) => {
      if (request.url === '/shop.js') return response.setHeader('content-type', 'text/javascript').end(script)
      return response
        .writeHead(200, { 'content-security-policy': policy, 'content-type': 'text/html' })
        .end(body)
    })
    await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
    this.#server = server
    this.url = `http://localhost:${(server.address() as AddressInfo).port}`
    const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
    this.#browser = await chromium.launch({ executablePath, args: flags.split(' ') })
  }

  async stop(): Promise<void> {
    await this.#browser?.close()
    this.#server?.closeAllConnections()
    this.#server?.close()
    await this.sandbox.stop()
  }

  async page(): Promise<Page> {
    if (this.#browser === undefined) throw new Error('not started')
    const context = await this.#browser.newContext()
    return context.newPage()
  }

  async visit(): Promise<Visit> {
    const made = await this.sandbox.stripe.paymentIntents.create({
      amount: 1999,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
    })
    const page = await this.page()
    const requests: string[] = []
    const consoleErrors: string[] = []
    page.on('request', request => {
      if (request.frame() === page.mainFrame()) requests.push(`${request.url()} ${request.postData() ?? ''}`)
    })
    page.on('console', message => consoleErrors.push(message.text()))
    page.on('pageerror', error => consoleErrors.push(error.message))
    await page.addInitScript({
      content: `window.messages = []; addEventListener('message', event => messages.push(JSON.stringify(event.data)))`,
    })
    await page.goto(`${this.url}/?secret=${made.client_secret}`)
    await until('the fields', async () => (await elementEvents(page)).some(event => event.name === 'ready'))
    const learned = async () => {
      const messages = String(await page.evaluate('messages.join()'))
      return [await page.content(), messages, ...requests].join('\n')
    }
    return { page, fields: page.frameLocator('#fields iframe'), intent: made.id, learned, consoleErrors }
  }
}

export async function typeCard(
  fields: FrameLocator,
  number: string,
  expiry = '1234',
  code = '987',
): Promise<void> {
  const first = fields.getByLabel('Card number')
  // A field that is still hidden cannot be focused, so the typed digits would be lost.
  await first.waitFor()
  await first.pressSequentially(number)
  await fields.getByLabel('Expiration date').fill(expiry)
  await fields.getByLabel('Security code').fill(code)
}

export const shows = (page: Page, text: string) =>
  until(`"${text}"`, async () => (await page.locator('#result').textContent()) === text)

/** The Element events that the page received. */
export async function elementEvents(page: Page): Promise<Record<string, unknown>[]> {
  return page.evaluate<Record<string, unknown>[]>('seen')
}
