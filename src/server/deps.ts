import type { Cards } from './adapters/cards.ts'
import type { FirebaseAccounts } from './adapters/firebase-accounts.ts'
import type { Mail } from './adapters/mail.ts'
import type { Passwords } from './adapters/passwords.ts'
import type { PictureFiles, PictureHost } from './adapters/picture-host.ts'
import type { SocialSignIn } from './adapters/social.ts'
import type { Config } from './config.ts'
import type { Database } from './db/engine/database.ts'
import type { PastSales } from './features/insights/past-sales.ts'
import type { InvoicePrinter } from './features/invoices/printer.ts'
import type { PictureFolder } from './features/pictures/picture-folder.ts'
import type { ShopMetrics } from './observability/shop-metrics.ts'
import type { Tracing } from './observability/tracing.ts'
import type { Shutdown } from './process/shutdown.ts'

/** How a continuous backup does. */
export interface BackupState {
  /** How much of the last time would be lost with this disk. */
  behindSeconds: number
  isLate: boolean
}

/** Everything the app stands on. Tests give it real ones too; only the clock may be theirs. */
export interface Deps {
  config: Config
  db: Database
  passwords: Passwords
  /** Of items. */
  pictures: PictureHost
  /** Of people: always where the shop itself can delete them again. */
  portraits: PictureHost
  /** Where those are that the shop keeps itself. */
  pictureFiles: PictureFiles
  /** Undefined where no keys were given: the feature is off, and the shop says so. */
  cards: Cards | undefined
  google: SocialSignIn | undefined
  github: SocialSignIn | undefined
  oidc: SocialSignIn | undefined
  /** Where e-mails and passwords are, when not in the shop's own database. */
  firebase: FirebaseAccounts | undefined
  mail: Mail | undefined
  /** Undefined where nothing is backed up continuously. */
  backup?: { state(): BackupState | undefined } | undefined
  pictureFolder: PictureFolder
  pastSales: PastSales
  printer: InvoicePrinter
  now: () => number
  shutdown: Shutdown
  metrics: ShopMetrics
  tracing: Tracing
}
