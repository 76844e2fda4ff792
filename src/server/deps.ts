import type { Cards } from './adapters/cards.ts'
import type { FirebaseAccounts } from './adapters/firebase-accounts.ts'
import type { Mail } from './adapters/mail.ts'
import type { Passwords } from './adapters/passwords.ts'
import type { PictureFiles, PictureHost } from './adapters/picture-host.ts'
import type { SocialSignIn } from './adapters/social.ts'
import type { ContinuousBackup } from './backup/continuous/continuous-backup.ts'
import type { Config } from './config.ts'
import type { Database } from './db/engine/database.ts'
import type { PastSales } from './features/insights/past-sales.ts'
import type { InvoicePrinter } from './features/invoices/printer.ts'
import type { PictureFolder } from './features/pictures/picture-folder.ts'
import type { ShopMetrics } from './observability/shop-metrics.ts'
import type { Tracing } from './observability/tracing.ts'
import type { Shutdown } from './process/shutdown.ts'

/** The dependencies of the app. Tests use real ones too; only the clock may be fake. */
export interface Deps {
  config: Config
  db: Database
  passwords: Passwords
  /** Pictures of items. */
  pictures: PictureHost
  /** Pictures of people: always in storage where the shop can delete them. */
  portraits: PictureHost
  /** Pictures of the shop's content, in their own shape: in the same storage, so that backups and exports have them. */
  contentPictures: PictureHost
  /** The storage of pictures that the shop hosts itself. */
  pictureFiles: PictureFiles
  /** Undefined without keys: the feature is off. */
  cards: Cards | undefined
  google: SocialSignIn | undefined
  github: SocialSignIn | undefined
  oidc: SocialSignIn | undefined
  /** Stores emails and passwords, if the shop's own database does not. */
  firebase: FirebaseAccounts | undefined
  mail: Mail | undefined
  /** Undefined on PostgreSQL. */
  backup?: Pick<ContinuousBackup, 'state'> | undefined
  pictureFolder: PictureFolder
  pastSales: PastSales
  printer: InvoicePrinter
  now: () => number
  shutdown: Shutdown
  metrics: ShopMetrics
  tracing: Tracing
}
