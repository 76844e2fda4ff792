import type { Passwords } from './adapters/passwords.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'

/** Everything the app stands on. Tests give it real ones too; only the clock may be theirs. */
export interface Deps {
  config: Config
  db: Database
  passwords: Passwords
  now: () => number
}
