import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import Stripe from 'stripe'
import { keys } from '../context.ts'
import { Documents } from '../documents.ts'
import type { Faults } from './fault-switches.ts'
import { stripePart } from './part.ts'

/** A webhook delivery that the test's shop received. */
export interface Delivery {
  body: string
  signature: string
}

/** For tests: the card part on a free port, and a minimal shop that receives its webhooks. */
export class Opened {
  readonly folder = mkdtempSync(join(tmpdir(), 'stripe-part-'))
  readonly deliveries: Delivery[] = []
  /** The shop's status codes for the next webhooks; 200 when the list is empty. */
  readonly answers: number[] = []
  url = ''
  shopUrl = ''
  stripe = new Stripe(keys.stripeSecret)
  #shop: Server | undefined
  #close = async () => {}

  async start(port = 0): Promise<this> {
    if (this.#shop === undefined) await this.#openShop()
    const documents = new Documents(join(this.folder, 'sandbox.db'))
    const app = Fastify({ logger: false, forceCloseConnections: true })
    await app.register(scope => stripePart(scope, { url: '', shopUrl: this.shopUrl, smtpPort: 0, documents }))
    await app.listen({ port, host: 'localhost' })
    this.#close = async () => {
      await app.close()
      documents.close()
    }
    const own = app.server.address() as AddressInfo
    this.url = `http://localhost:${own.port}`
    this.stripe = this.client(keys.stripeSecret)
    return this
  }

  client(key: string, config: Partial<Stripe.StripeConfig> = {}): Stripe {
    const { hostname, port } = new URL(this.url)
    return new Stripe(key, {
      host: hostname,
      port,
      protocol: 'http',
      maxNetworkRetries: 0,
      telemetry: false,
      ...config,
    })
  }

  async restart(): Promise<void> {
    const { port } = new URL(this.url)
    await this.#close()
    await this.start(Number(port))
  }

  async stop(): Promise<void> {
    await this.#close()
    this.#shop?.closeAllConnections()
    this.#shop?.close()
    rmSync(this.folder, { recursive: true, force: true })
  }

  async setCardFaults(faults: Partial<Faults>): Promise<void> {
    const answer = await fetch(`${this.url}/stripe/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(faults),
    })
    if (!answer.ok) throw new Error(`fault switches: ${answer.status}`)
  }

  types(): string[] {
    return this.deliveries.map(delivery => (JSON.parse(delivery.body) as Stripe.Event).type)
  }

  async #openShop(): Promise<void> {
    const shop = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(Buffer.from(chunk))
      this.deliveries.push({
        body: Buffer.concat(chunks).toString('utf8'),
        signature: String(request.headers['stripe-signature']),
      })
      response.writeHead(this.answers.shift() ?? 200).end()
    })
    await new Promise<void>(resolve => shop.listen(0, 'localhost', resolve))
    this.#shop = shop
    this.shopUrl = `http://localhost:${(shop.address() as AddressInfo).port}`
  }
}

/** Waits for a condition, not for a fixed time. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 10_000,
): Promise<void> {
  const end = Date.now() + withinMs
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`not in time: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
