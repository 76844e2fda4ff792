import type { ShopContent } from '#contract/shop-content.ts'
import { StripeCards } from '../adapters/cards-stripe.ts'
import { FirebaseAccounts } from '../adapters/firebase-accounts.ts'
import { GithubSignIn } from '../adapters/identity-github.ts'
import { GoogleSignIn } from '../adapters/identity-google.ts'
import { OidcSignIn } from '../adapters/identity-oidc.ts'
import { SmtpMail } from '../adapters/mail-smtp.ts'
import { Passwords } from '../adapters/passwords.ts'
import { pictureFilesOf } from '../adapters/picture-files.ts'
import { ImgbbPictures } from '../adapters/pictures-imgbb.ts'
import { OwnPictures } from '../adapters/pictures-own.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/engine/database.ts'
import { openDatabase } from '../db/engine/open-database.ts'
import { refuseLaterVersion } from '../db/schema/later-version.ts'
import { migrate } from '../db/schema/migrate.ts'
import { demoContent } from '../demo/content.ts'
import { addDemoAccounts, fillDemo } from '../demo/fill.ts'
import type { Deps } from '../deps.ts'
import { PastSales } from '../features/insights/past-sales.ts'
import { InvoicePrinter } from '../features/invoices/printer.ts'
import { PictureFolder } from '../features/pictures/picture-folder.ts'
import { warningLog } from '../http/log.ts'
import { writeSearchTexts } from '../jobs/index-search.ts'
import { openTracing } from '../observability/open-tracing.ts'
import { ShopMetrics } from '../observability/shop-metrics.ts'
import { tracedCalls } from '../observability/traced-calls.ts'
import { noTracing } from '../observability/tracing.ts'
import * as shopContent from '../store/shop-content.ts'
import * as shopIdentity from '../store/shop-identity.ts'
import { refuseOtherMode, rememberMode } from '../store/shop-mode.ts'
import { firstLiveContent } from './first-content.ts'
import { Shutdown } from './shutdown.ts'

/** Opens and migrates the data, and fills an empty demo. */
export async function openShop(
  config: Config,
  onIdleError: (error: Error) => void,
  shutdown = new Shutdown(),
): Promise<Deps> {
  const tracing = await openTracing(config.traces, warningLog(config.logLevel, 'traces could not be sent'))
  const db = await openDatabase(config, onIdleError, tracing)
  const deps = depsOf(config, db, shutdown, tracing)
  try {
    await prepareData(deps)
  } catch (error) {
    await db.close()
    throw error
  }
  return deps
}

async function prepareData(deps: Deps): Promise<void> {
  const { config, db, passwords } = deps
  await refuseLaterVersion(db.read, db.engine.name)
  await refuseOtherMode(db.read, config)
  await migrate(db)
  await rememberMode(db, config)
  // Before the first payment, so that every backup knows which charges are this shop's.
  if (!(await shopIdentity.find(db.read))) await db.write(tx => shopIdentity.ensure(tx), { patient: true })
  // Before the demo's history, whose invoices name the shop.
  if (!(await shopContent.findNewest(db.read)))
    await db.write(tx => shopContent.begin(tx, firstContent(config), deps.now()))
  // Sets the currency that this process computes in.
  await shopContent.read(db.read)
  if (config.mode === 'demo') {
    await addDemoAccounts(db, passwords)
    await fillDemo(deps)
  }
  await writeSearchTexts({ db })
}

function firstContent(config: Config): ShopContent {
  if (config.mode === 'live') return firstLiveContent(config)
  const { name = demoContent.name, address, taxId } = config.firstDetails
  return { ...demoContent, name, address, taxId }
}

/** A provider without keys is undefined. No provider is called before it is needed. */
export function depsOf(config: Config, db: Database, shutdown = new Shutdown(), tracing = noTracing): Deps {
  const { stripe, google, github, oidc, firebase, pictures, smtp } = config
  const provider = <T extends object>(name: string, given: T) =>
    shutdown.bound(tracedCalls(tracing, name, given))
  const own = <T extends object>(name: string, given: T) => tracedCalls(tracing, name, given, false)
  const pictureFiles =
    pictures.host === 's3'
      ? provider('pictureFiles', pictureFilesOf(config))
      : own('pictureFiles', pictureFilesOf(config))
  const ownPictures = own('pictures', new OwnPictures(pictureFiles))
  return {
    config,
    db,
    passwords: own('passwords', new Passwords()),
    pastSales: new PastSales(),
    printer: new InvoicePrinter(),
    now: Date.now,
    shutdown,
    metrics: new ShopMetrics(),
    tracing,
    cards: stripe && provider('cards', new StripeCards(stripe)),
    google: google && provider('google', new GoogleSignIn(google)),
    github: github && provider('github', new GithubSignIn(github)),
    oidc: oidc && provider('oidc', new OidcSignIn(oidc)),
    firebase: firebase && provider('firebase', new FirebaseAccounts(firebase)),
    pictures: pictures.host === 'imgbb' ? provider('pictures', new ImgbbPictures(pictures)) : ownPictures,
    portraits: ownPictures,
    contentPictures: own('contentPictures', new OwnPictures(pictureFiles, 'fitted')),
    pictureFiles,
    pictureFolder: new PictureFolder(),
    mail: smtp && provider('mail', new SmtpMail(smtp)),
  }
}
