import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { setShopCurrency, usDollar } from '../../src/domain/currency.ts'
import { StripeCards } from '../../src/server/adapters/cards-stripe.ts'
import { Passwords } from '../../src/server/adapters/passwords.ts'
import { buildApp } from '../../src/server/app.ts'
import { type Config, readConfig } from '../../src/server/config.ts'
import type { Deps } from '../../src/server/deps.ts'
import { newWelcome } from '../../src/server/features/identity/welcome.ts'
import { InvoicePrinter } from '../../src/server/features/invoices/printer.ts'
import { cleanAfterErasures } from '../../src/server/jobs/finish-erasures.ts'
import { openShop } from '../../src/server/process/open-shop.ts'
import { jobsOf } from '../../src/server/process/run-shop.ts'
import { shopUrl } from './browser.ts'
import { cardSettings } from './card-provider.ts'
import type { Life } from './clock.ts'
import { Jobs } from './jobs.ts'
import type { Mailbox } from './mailbox.ts'

export interface ShopSurroundings {
  folder: string
  mailbox: Mailbox
  /** Carries the requests of this shop to the card provider. */
  send: typeof fetch
}

/** A real hash is slow on purpose, and tells this world nothing. */
const quickPasswords = new Passwords({ memory: 8, passes: 1, parallelism: 1 })

/** The text of an invoice instead of a drawing, which takes ten milliseconds in another thread. */
class TextPrinter extends InvoicePrinter {
  override async print(...[invoice]: Parameters<InvoicePrinter['print']>): Promise<Buffer> {
    return Buffer.from(JSON.stringify(invoice))
  }
}

/** A running shop, until it crashes or the world ends. */
export interface OpenShop {
  life: Life
  app: FastifyInstance
  deps: Deps
  jobs: Jobs
  welcome: string | undefined
}

export async function openSimulatedShop(around: ShopSurroundings, life: Life): Promise<OpenShop> {
  return life.run(async () => {
    const config = configOf(around)
    // A new process does not know yet what its shop sells in.
    setShopCurrency(usDollar)
    const opened = await openShop(config, () => undefined)
    await cleanAfterErasures(opened)
    const deps: Deps = {
      ...opened,
      passwords: quickPasswords,
      printer: new TextPrinter(),
      mail: around.mailbox.senderFor(life),
      cards: config.stripe && new StripeCards(config.stripe, undefined, around.send),
    }
    const welcome = await newWelcome(deps)
    const app = buildApp(deps)
    await app.ready()
    await deps.pictureFolder.note(deps, () => undefined)
    const jobs = new Jobs(jobsOf(app, deps), life)
    return { life, app, deps, jobs, welcome }
  })
}

function configOf({ folder }: ShopSurroundings): Config {
  return readConfig({
    SHOP_MODE: 'live',
    LOG_LEVEL: 'fatal',
    DATA_DIR: join(folder, 'shop'),
    PUBLIC_URL: shopUrl,
    SMTP_URL: 'smtp://mail.example',
    ...cardSettings,
  })
}
