import { isTooFine, thousandthsIn, thousandthsOf } from './amounts.ts'
import type { AnsweredCall, Call } from './call.ts'
import { contentRegister, isContentCall, savedBy } from './content-calls.ts'
import type { Complain, Rules } from './rules.ts'
import { fieldsOf, isFields, textOf } from './wire.ts'

/** What owners charge for delivery: once per payment, and nothing from a sum of goods on. */
export class DeliveryPrices implements Rules {
  readonly #contentCalls: Call[] = []

  sent(call: Call): void {
    if (isContentCall(call)) this.#contentCalls.push(call)
  }

  answered(call: AnsweredCall, complain: Complain): void {
    const wrong = savedBy(call).find(isWrong)
    if (wrong) complain('bad delivery refused', `${priceText(wrong)} was accepted`)
  }

  /** What the delivery of these goods may cost while a call is answered, in thousandths; undefined if that is not known. */
  costs(goods: number, call: AnsweredCall): number[] | undefined {
    return contentRegister(this.#contentCalls, 'null', priceText)
      .possible(call)
      ?.map(text => costOf(text, goods))
  }
}

function costOf(text: string, goods: number): number {
  const { price, freeFrom } = fieldsOf(JSON.parse(text))
  if (typeof freeFrom === 'number' && goods >= thousandthsOf(freeFrom)) return 0
  return thousandthsOf(Number(price ?? 0))
}

const priceIn = (body: unknown): unknown => fieldsOf(fieldsOf(body).content).deliveryPrice

const priceText = (body: unknown): string => JSON.stringify(priceIn(body) ?? null)

const highestMinor = 100_000_000

/** Whether no shop can charge this for delivery. */
function isWrong(body: unknown): boolean {
  const entered = priceIn(body) ?? null
  if (entered === null) return false
  const code = textOf(fieldsOf(fieldsOf(body).content).currency) || 'USD'
  const { price, freeFrom } = fieldsOf(entered)
  const isAmount = (amount: unknown) =>
    typeof amount === 'number' &&
    amount > 0 &&
    !isTooFine(amount, code) &&
    thousandthsOf(amount) <= thousandthsIn(highestMinor, code)
  return !isFields(entered) || !isAmount(price) || !(freeFrom === null || isAmount(freeFrom))
}
