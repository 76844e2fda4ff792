import type { Mail } from '../interfaces.ts'
import type { Books } from './books.ts'
import type { AnsweredCall, Call } from './call.ts'

export type Complain = (rule: string, sentence: string) => void

/** One family of rules. checker.ts calls the families in the order of its list. */
export interface Rules {
  /** A request has left a browser: from now on it may have an effect. */
  sent?(call: Call): void
  answered?(call: AnsweredCall, complain: Complain): void
  mail?(mail: Mail, complain: Complain): void
  /** The world is quiet: everything must have come to its end. */
  quiet?(books: Books, complain: Complain): void
}
