import type { Deps } from '../deps.ts'

/**
 * Whether an e-mail has to be proved before a factor stands in front of its account: whoever reads emails to one that was
 * never proved is rid of all factors. Not where no email can prove it, and not in a demo, whose factors end with it.
 */
export const emailComesFirst = ({ config, mail }: Pick<Deps, 'config' | 'mail'>): boolean =>
  config.mode === 'live' && mail !== undefined && config.publicUrl !== undefined
