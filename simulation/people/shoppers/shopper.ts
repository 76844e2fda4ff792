import type { Person, Surroundings } from '../../interfaces.ts'
import { confirmEmailLater, enter, resetPassword } from '../accounts.ts'
import { type Account, day, Human, hour, rest, trying } from '../human.ts'
import { linksTo } from '../mails.ts'
import type { Habits } from '../moods.ts'
import { hear, type Overheard } from '../overheard.ts'
import {
  changePassword,
  changeSecondFactor,
  eraseOneself,
  exportOwnData,
  rename,
  returnToOldTelephone,
  signOut,
  takeNewTelephone,
  tidySessions,
} from '../own-account.ts'
import { browse, waitForItem } from './catalogue.ts'
import { changeQuantity, lookAtOrders, orderSomething, ownOrders, removeOrder } from './orders.ts'
import { newsletter, openDashboard, saveProfile, stopAlert, writeReview } from './own-pages.ts'
import { orderAndPay, payOne, payTogether } from './paying.ts'
import { payAndInterfere, payInTwoTabs, payTooLate } from './paying-oddly.ts'
import { payByTransfer } from './transfers.ts'
import { payTwiceWithVoucher, payWithWantedVoucher, tryVoucher } from './vouchers.ts'

interface Deed {
  weight: number
  act: (me: Human, habits: Habits) => Promise<unknown>
}

const deed = (weight: number, act: Deed['act']): Deed => ({ weight, act })

/** What a shopper does in a visit. */
const deeds: Readonly<Record<string, Deed>> = {
  browse: deed(4, browse),
  order: deed(5, (me, { haste }) => orderSomething(me, haste)),
  orderAndPay: deed(20, (me, { haste }) => orderAndPay(me, haste)),
  payOne: deed(10, payOne),
  payTogether: deed(20, (me, { haste }) => payTogether(me, haste)),
  payByTransfer: deed(6, (me, { haste }) => payByTransfer(me, haste)),
  payWithWantedVoucher: deed(6, (me, { haste }) => payWithWantedVoucher(me, haste)),
  payTwiceWithVoucher: deed(5, (me, { haste }) => payTwiceWithVoucher(me, haste)),
  tryVoucher: deed(4, (me, { haste }) => tryVoucher(me, haste)),
  payInTwoTabs: deed(9, (me, { haste }) => payInTwoTabs(me, haste)),
  payTooLate: deed(7, (me, { haste }) => payTooLate(me, haste)),
  payAndInterfere: deed(8, (me, { haste }) => payAndInterfere(me, haste)),
  changeQuantity: deed(5, changeQuantity),
  removeOrder: deed(5, removeOrder),
  lookAtOrders: deed(6, lookAtOrders),
  waitForItem: deed(6, waitForItem),
  stopAlert: deed(3, stopAlert),
  writeReview: deed(4, writeReview),
  saveProfile: deed(2, saveProfile),
  openDashboard: deed(2, openDashboard),
  newsletter: deed(5, newsletter),
  rename: deed(2, rename),
  confirmEmail: deed(2, confirmEmailLater),
  changePassword: deed(2.5, changePassword),
  resetPassword: deed(3, resetPassword),
  changeSecondFactor: deed(2, changeSecondFactor),
  tidySessions: deed(1.5, tidySessions),
  takeNewTelephone: deed(3, takeNewTelephone),
  returnToOldTelephone: deed(3, returnToOldTelephone),
  signOut: deed(4, signOut),
  exportOwnData: deed(1, exportOwnData),
  eraseOneself: deed(1.5, eraseOneself),
}

const weights = Object.fromEntries(Object.entries(deeds).map(([name, { weight }]) => [name, weight]))

/** Comes back again and again, and does a few things each time. */
export const shopper = (account: Account, habits: Habits, overheard: Overheard): Person => ({
  name: account.name,
  async live(around) {
    const me = new Human(around, account)
    await rest(around, around.random.whole(0, 24) * hour)
    while (!around.closing()) {
      await trying(me, () => visit(me, habits, overheard))
      await untilNextVisit(around, habits)
    }
  },
})

async function visit(me: Human, habits: Habits, overheard: Overheard): Promise<void> {
  const { random, around } = me
  if (random.chance(0.2)) await browse(me)
  if (!(await enter(me))) return
  for (let left = random.whole(1, 4); left > 0 && me.token && !around.closing(); left--)
    await trying(me, async () => deeds[random.weighted(weights)]?.act(me, habits))
  if (random.chance(0.2)) await letSomethingOut(me, overheard)
}

async function untilNextVisit(around: Surroundings, { visitsPerDay, rush }: Habits): Promise<void> {
  const { random } = around
  await rest(around, (random.whole(1, 200) / 100 / visitsPerDay) * day)
  // The shop sends its newsletter at the full hour.
  if (random.chance(rush)) await rest(around, hour - (around.now() % hour))
}

async function letSomethingOut(me: Human, overheard: Overheard): Promise<void> {
  hear(overheard.emails, me.email)
  for (const { _id, transactionId } of (await ownOrders(me)).slice(0, 2)) {
    hear(overheard.orders, _id)
    if (transactionId) hear(overheard.payments, transactionId)
  }
  for (const purpose of ['verify', 'reset', 'stop', 'unsubscribe'] as const)
    hear(overheard.secrets, linksTo(me.around.mailsTo(me.email), purpose).at(-1))
}
