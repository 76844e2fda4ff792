import type { Person } from '../../interfaces.ts'
import { confirmEmailLater, enter } from '../accounts.ts'
import { type Account, day, Human, hour, rest, trying } from '../human.ts'
import type { Habits } from '../moods.ts'
import { changeSecondFactor } from '../own-account.ts'
import {
  answerReviews,
  chooseNotices,
  editShop,
  lookAtOpeningDay,
  manageUsers,
  readReports,
} from './back-room.ts'
import { changeCurrency, chooseCurrency } from './currency.ts'
import { changeDelivery, enterDelivery } from './delivery.ts'
import { importItems } from './importing.ts'
import { markPaid, offerTransfer, sellAtCounter } from './other-payments.ts'
import { lookAtAttention, refundOrder, sendOrders, unsendOrder } from './selling.ts'
import { slip } from './slips.ts'
import { addItem, correctStock, editItem, fillShelves, removeItem } from './stocking.ts'
import { changeRates, enterRates } from './taxes.ts'
import { changeVouchers, enterVouchers } from './vouchers.ts'

type Deed = (me: Human, habits: Habits) => Promise<unknown>

const deeds = {
  fillShelves,
  sendOrders,
  refundOrder: (me: Human, { haste }: Habits) => refundOrder(me, haste),
  lookAtAttention,
  editItem,
  correctStock,
  manageUsers,
  answerReviews,
  readReports,
  unsendOrder,
  removeItem,
  importItems,
  editShop,
  chooseNotices,
  lookAtOpeningDay,
  changeCurrency,
  changeRates,
  changeDelivery,
  changeVouchers,
  changeSecondFactor,
  markPaid,
  sellAtCounter: (me: Human, { haste }: Habits) => sellAtCounter(me, haste),
  offerTransfer,
  slip,
} satisfies Record<string, Deed>

const weights: Readonly<Record<keyof typeof deeds, number>> = {
  fillShelves: 14,
  sendOrders: 10,
  refundOrder: 16,
  lookAtAttention: 3,
  editItem: 6,
  correctStock: 3,
  manageUsers: 9,
  answerReviews: 3,
  readReports: 4,
  unsendOrder: 4,
  removeItem: 5,
  importItems: 2,
  editShop: 4,
  chooseNotices: 3,
  lookAtOpeningDay: 2,
  changeCurrency: 1,
  changeRates: 4,
  changeDelivery: 5,
  changeVouchers: 7,
  changeSecondFactor: 1.2,
  markPaid: 14,
  sellAtCounter: 3,
  offerTransfer: 2,
  slip: 3,
}

/**
 * The account exists before the world begins, and so does its role. The owner begins with the currency, the taxes, the
 * price of delivery, the vouchers and the shelves.
 */
export const owner = (account: Account, habits: Habits): Person => ({
  name: account.name,
  async live(around) {
    const me = new Human(around, account)
    await trying(me, async () => {
      if (!(await enter(me))) return
      await confirmEmailLater(me)
      await chooseCurrency(me)
      await enterRates(me)
      await enterDelivery(me)
      await enterVouchers(me)
      await editShop(me)
      await offerTransfer(me)
      for (let n = 0; n < 8; n++) await addItem(me)
      // The staff sign up on their first morning.
      await rest(around, 8 * hour)
      await manageUsers(me)
    })
    await work(me, habits)
  },
})

/** Signs up like everybody else, and does an admin's work once the owner has given the role. */
export const staff = (account: Account, habits: Habits): Person => ({
  name: account.name,
  async live(around) {
    const me = new Human(around, account)
    await rest(around, around.random.whole(0, 6) * hour)
    await work(me, habits)
  },
})

async function work(me: Human, habits: Habits): Promise<void> {
  const { around, random } = me
  while (!around.closing()) {
    await trying(me, () => round(me, habits))
    await rest(around, (random.whole(1, 200) / 100 / habits.roundsPerDay) * day)
    if (random.chance(habits.rush)) await rest(around, hour - (around.now() % hour))
  }
}

async function round(me: Human, habits: Habits): Promise<void> {
  if (!(await enter(me))) return
  const { body } = await me.ask('GET /admin/{email}', { params: { email: me.email } })
  if (!body?.admin) return confirmEmailLater(me)
  for (let left = me.random.whole(3, 7); left > 0 && !me.around.closing(); left--)
    await trying(me, () => deeds[me.random.weighted(weights)](me, habits))
}
