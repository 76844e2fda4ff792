/** What the shop knows about its own setup. */
export interface OpeningFacts {
  /** Somebody has saved the content, and the shop is not called 'My shop' any more. */
  isNamed: boolean
  hasAddress: boolean
  /** Somebody has changed something about selling, such as the currency or the tax rates, or the shop has orders. */
  hasTerms: boolean
  hasItem: boolean
  /** test: paid with money that does not exist. unheard: no webhook has come yet. */
  cards: 'off' | 'test' | 'unheard' | 'on'
  /** no_sender: emails would leave from an address that nobody has. */
  mail: 'off' | 'no_sender' | 'on'
  /** The newest copy of the shop that it knows of. */
  backup: { to: string; at: string; problem: string | null } | null
  /** The footer has links, such as to the imprint and the terms. */
  hasFooterLinks: boolean
  /** Of the admin who asks. */
  hasSecondFactor: boolean
  publicUrl: string | null
}

/** A copy that is older than this does not help much. */
const backupMs = 7 * 86_400_000

/** The lines of 'Opening day', in their order, and whether each is done. */
export const openingSteps = (facts: OpeningFacts, now: number) => ({
  look: facts.isNamed,
  address: facts.hasAddress,
  terms: facts.hasTerms,
  item: facts.hasItem,
  cards: facts.cards === 'on',
  mail: facts.mail === 'on',
  backup:
    facts.backup !== null && facts.backup.problem === null && now - Date.parse(facts.backup.at) <= backupMs,
  legal: facts.hasFooterLinks,
  factor: facts.hasSecondFactor,
  publicUrl: facts.publicUrl?.startsWith('https:') ?? false,
})

export type OpeningStep = keyof ReturnType<typeof openingSteps>
