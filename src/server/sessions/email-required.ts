import type { Deps } from '../deps.ts'

/**
 * Whether an email must be verified before its account can have a factor: whoever reads the mailbox of an unverified one can
 * remove all factors. Not required without mail, or in a demo, whose factors end with it.
 */
export const isVerifiedEmailRequired = ({ config, mail }: Pick<Deps, 'config' | 'mail'>): boolean =>
  config.mode === 'live' && mail !== undefined && config.publicUrl !== undefined
