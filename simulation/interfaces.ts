/** What the three parts of a simulation share. The world plays, the people act, the checker judges what is seen from outside. */

/** Every choice of a world comes from one of these; `fork` gives a part its own, so that one part's choices do not move another's. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  chance(probability: number): boolean
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  pick<T>(choices: readonly T[]): T
  /** One key of `weights`, each as often as its weight says. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T
  fork(name: string): Random
}

/** Where a request goes: the shop itself, or the card provider as a browser sees it. */
export type Host = 'shop' | 'cards'

export interface CallRequest {
  to?: Host
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Sent as JSON to the shop, as a form to the card provider. A text is sent as it is, with the content-type of `headers`. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

export interface CallAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  /** Parsed when it is JSON, otherwise the text. */
  body: unknown
}

/** The answer was lost: the person cannot know whether the request arrived. */
export type Lost = 'lost'

/** One device of one person: it keeps cookies, and its requests go through the network with all its faults. */
export interface Browser {
  call(request: CallRequest): Promise<CallAnswer | Lost>
  /** A second window of the same device: the same cookies. */
  secondTab(): Browser
  /** Forgets the cookies. */
  clear(): void
}

export interface Mail {
  /** Its Message-ID. A mailbox shows a message with the same id once, so a second copy is no fault. */
  id: string
  at: number
  to: string
  subject: string
  text: string
  html: string
  /** Names of attached files, with their bytes. */
  files: readonly { name: string; type: string; bytes: Uint8Array }[]
}

/** What a person can do besides calling. Waiting is virtual time. */
export interface Surroundings {
  random: Random
  now(): number
  wait(ms: number): Promise<void>
  newBrowser(): Browser
  /** The emails that have reached an address so far, oldest first. */
  mailsTo(address: string): readonly Mail[]
  /** What the people of this world pay with. */
  currency: WorldCurrency
  /** The card provider's own pages, for its clerk: what stands in its books, a refund by hand, a dispute and how it ends. */
  provider: ProviderDesk
  /** True when people should stop starting new things and leave. */
  closing(): boolean
  /** One line in the story: what the person means to do. */
  tell(line: string): void
}

export interface ProviderDesk {
  payments(): readonly ProviderPayment[]
  refund(payment: string, amount?: number): Promise<boolean>
  dispute(payment: string): Promise<boolean>
  endDispute(payment: string, won: boolean): Promise<boolean>
}

/** One payment in the provider's books. Amounts in the currency's smallest unit. */
export interface ProviderPayment {
  id: string
  status: string
  amount: number
  received: number
  currency: string
  metadata: Readonly<Record<string, string>>
  refunds: readonly {
    id: string
    amount: number
    status: string
    metadata: Readonly<Record<string, string>>
  }[]
  disputes: readonly { id: string; amount: number; status: string }[]
}

export interface Person {
  name: string
  /** Acts until the world closes, then returns. Whatever the shop answers, it does not throw: a broken shop is for the checker to tell. */
  live(around: Surroundings): Promise<void>
}

/** What the shops of the worlds sell in. One that does not know currencies sells in dollars alone. */
export const worldCurrencies: readonly WorldCurrency[] = ['USD', 'EUR', 'JPY', 'KWD']

export type WorldCurrency = 'USD' | 'EUR' | 'JPY' | 'KWD'

/** How a world is weighted: some are calm, some are mad. Probabilities per message. */
export interface Mood {
  name: 'calm' | 'busy' | 'stormy' | 'mad'
  days: number
  people: number
  /** What the owner sells in. */
  currency: WorldCurrency
  network: {
    loseRequest: number
    loseAnswer: number
    double: number
    delay: number
    mostDelayMs: number
    cut: number
  }
  provider: {
    fail: number
    tooMany: number
    outagesPerDay: number
    doubleWebhook: number
    lateWebhook: number
  }
  mail: { refuse: number; acceptThenFail: number; outagesPerDay: number }
  crashesPerDay: number
  /** The part of crashes that are also a loss of power. */
  powerLosses: number
}

/** Where a shop is when it crashes: at any time, before a statement, in a commit or after it, or before or after a call to its provider. */
export const crashPlaces = ['now', 'statement', 'commit', 'committed', 'call'] as const

export type CrashPlace = (typeof crashPlaces)[number]

/** All that is seen from outside, in order. `step` counts from 1; `at` is the world's clock in milliseconds. */
export type WorldEvent = { step: number; at: number } & (
  | {
      kind: 'sent'
      call: number
      who: string
      device: string
      to: Host
      method: string
      path: string
      body?: unknown
      /** With the session's token and the idempotency key, names in lower case. */
      headers: Readonly<Record<string, string>>
    }
  | {
      kind: 'answered'
      call: number
      status: number
      headers: Readonly<Record<string, string>>
      body: unknown
    }
  /** The browser gave up: the request or its answer was lost, doubled or cut on the way. */
  | { kind: 'lost'; call: number }
  | { kind: 'mail'; mail: Mail }
  | { kind: 'crashed'; where: CrashPlace; powerLoss: boolean }
  | { kind: 'opened' }
  | { kind: 'told'; who: string; line: string }
  | { kind: 'fault'; what: string }
)

/** What is looked up when the world is quiet: faults have stopped, everybody has left, and a day has passed. */
export interface QuietFacts {
  step: number
  at: number
  payments: readonly ProviderPayment[]
  /** What `npm run shop verify` says: nothing, or a sentence for each thing that is wrong. */
  verify: readonly string[]
  /** Answers of the shop to a fresh owner's browser, by path: orders, users, items, audit log and so on, all pages. */
  asOwner: (path: string) => Promise<CallAnswer>
  /** The same to a customer's browser, by email. */
  asCustomer: (email: string, path: string) => Promise<CallAnswer>
}

export interface Complaint {
  step: number
  /** The name of the rule that is broken, such as 'paid once'. */
  rule: string
  /** One sentence with the ids and figures. */
  sentence: string
}

export interface Checker {
  /** Called for every event, in order. */
  see(event: WorldEvent): readonly Complaint[]
  /** Called once, at the end of a world. */
  quiet(facts: QuietFacts): Promise<readonly Complaint[]>
}
