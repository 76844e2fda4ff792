import type { Mood, Random } from '../interfaces.ts'
import type { CardProvider } from './card-provider.ts'
import { wait } from './clock.ts'
import type { Mailbox } from './mailbox.ts'
import type { ShopHost } from './shop-host.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

interface Places {
  host: ShopHost
  provider: CardProvider
  mailbox: Mailbox
}

/** Crashes and outages, each as often as the mood says, until the world closes. */
export function bringTroubles(
  { host, provider, mailbox }: Places,
  mood: Mood,
  random: Random,
  isClosing: () => boolean,
): void {
  const repeat = async (name: string, perDay: number, strike: (own: Random) => Promise<void> | void) => {
    const own = random.fork(name)
    while (perDay > 0) {
      await wait((-Math.log(1 - own.next()) * dayMs) / perDay)
      if (isClosing()) return
      await strike(own)
    }
  }
  const length = (own: Random) => own.whole(1, own.chance(0.2) ? 600 : 60) * minuteMs
  void repeat('crashes', mood.crashesPerDay, () => host.crash(mood.powerLosses))
  void repeat('cards', mood.provider.outagesPerDay, own => provider.outage(length(own)))
  void repeat('mail', mood.mail.outagesPerDay, own => mailbox.outage(length(own)))
}
