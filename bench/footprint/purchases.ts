import { setTimeout as delay } from 'node:timers/promises'
import { buy } from '../parts/purchase.ts'
import { givePasswords } from '../parts/sign-in.ts'
import type { Prepared } from '../prepare.ts'
import type { RunningShop } from '../processes.ts'
import { serverUse } from './server.ts'

/** What whole purchases, from signing in to paid, cost each. */
export interface PurchaseCost {
  cpuMs: number
  /** Requests that the shop itself makes to the card provider. */
  providerCalls: number
  letters: number
  serverCpuMs: number
  walBytes: number
}

/** The first ones load what the shop loads on first use. */
const warmUps = 10

export async function purchaseCost(
  shop: RunningShop,
  prepared: Prepared,
  count: number,
): Promise<PurchaseCost> {
  await givePasswords(prepared)
  await buyInTurn(shop, prepared, warmUps)
  const { databaseUrl } = prepared.place
  const lettersBefore = await lettersOf(shop.url)
  const [before, serverBefore] = [await shop.usage(), await serverUse(databaseUrl)]
  await buyInTurn(shop, prepared, count)
  const letters = await lettersOf(shop.url)
  const [after, serverAfter] = [await shop.usage(), await serverUse(databaseUrl)]
  return {
    cpuMs: ((after.cpuSeconds - before.cpuSeconds) * 1000) / count,
    providerCalls: (after.callsMade - before.callsMade) / count,
    letters: (letters - lettersBefore) / count,
    serverCpuMs: ((serverAfter.cpuSeconds - serverBefore.cpuSeconds) * 1000) / count,
    walBytes: (serverAfter.walBytes - serverBefore.walBytes) / count,
  }
}

async function buyInTurn(shop: RunningShop, { customers, goods }: Prepared, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const [customer, good] = [customers[i % customers.length], goods[i % goods.length]]
    if (customer && good) await buy(shop, customer, good)
  }
}

/** Sent so far, once none is waiting. */
async function lettersOf(url: string): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const text = await (await fetch(`${url}/api/metrics`)).text()
    if (/^tuckshop_outbox_depth 0$/m.test(text))
      return Number(/^tuckshop_letters_total\{outcome="sent"\} (\d+)$/m.exec(text)?.[1])
    await delay(200)
  }
  throw new Error('Letters are still waiting')
}
