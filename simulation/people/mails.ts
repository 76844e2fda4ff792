import type { Mail } from '../interfaces.ts'
import { type Human, hour, minute, rest } from './human.ts'

/** What the links of the shop's emails are for, as they stand in their addresses. */
export type LinkFor = 'verify' | 'reset' | 'newsletter' | 'unsubscribe' | 'stop'

const linkIn = ({ text, html }: Mail, purpose: LinkFor): string | undefined =>
  new RegExp(`[?&]${purpose}=([\\w-]{43})`).exec(`${text}\n${html}`)?.[1]

/** The secret of the newest link of this kind in a mailbox. */
export const newestLink = ({ around }: Human, address: string, purpose: LinkFor): string | undefined =>
  linksTo(around.mailsTo(address), purpose).at(-1)

/** All of them, also those that have been used or are too old; oldest first. */
export const linksTo = (mails: readonly Mail[], purpose: LinkFor): string[] =>
  mails.flatMap(mail => linkIn(mail, purpose) ?? [])

/** Looks into the mailbox now and then until a new link has come. Some people forget it, and find it when it is too old. */
export async function awaitLink(
  me: Human,
  address: string,
  purpose: LinkFor,
  seen: number,
): Promise<string | undefined> {
  if (me.random.chance(0.05)) await rest(me.around, me.random.whole(1, 30) * hour)
  for (let looks = 0; looks < 6 && !me.around.closing(); looks++) {
    const links = linksTo(me.around.mailsTo(address), purpose)
    if (links.length > seen) return links.at(-1)
    await me.around.wait(me.random.pick([5000, 30_000, minute, 5 * minute]))
  }
  return undefined
}

export const countLinks = ({ around }: Human, address: string, purpose: LinkFor): number =>
  linksTo(around.mailsTo(address), purpose).length
