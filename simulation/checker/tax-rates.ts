import { type AnsweredCall, type Call, isCall, isDone, isRefused, paramsOf } from './call.ts'
import { contentRegister, hadNoEffect, isContentCall } from './content-calls.ts'
import { Register } from './register.ts'
import type { Rules } from './rules.ts'
import { fieldsOf, isFields, keptText, type Order, textOf } from './wire.ts'

export interface Rate {
  name: string
  percent: number
  /** The first day on which it holds. */
  from: string
}

/** What an order is taxed with; undefined if it is untaxed. */
export type Share = { name: string; percent: number } | undefined

/** So much earlier or later something may have been decided than a document says. */
const slackMs = 5000

const itemRoutes = ['POST /api/addItem', 'PATCH /api/item/{id}', 'GET /api/item/{id}', 'POST /api/items.csv']

type Read = Pick<Call, 'step' | 'at' | 'answer'>

/** Which rates the owners have entered, and which one each item had, at any moment. */
export class TaxRates implements Rules {
  readonly #contentCalls: Call[] = []
  readonly #itemCalls: Call[] = []

  sent(call: Call): void {
    if (isContentCall(call)) this.#contentCalls.push(call)
    if (itemRoutes.some(route => isCall(call, route))) this.#itemCalls.push(call)
  }

  /** All that was known before a call was sent: the rates, and for each item the name of its own. */
  before(call: Call): { rates: readonly Rate[] | undefined; itemTaxes: Map<string, string> } {
    const content = ratesRegister(this.#contentCalls.filter(other => other !== call)).certain(call)
    const items = [...itemRegisters(this.#itemCalls)].flatMap(([id, register]): [string, string][] => {
      const tax = register.certain(call)
      return tax === undefined ? [] : [[id, tax]]
    })
    return { rates: content === undefined ? undefined : ratesFrom(content), itemTaxes: new Map(items) }
  }

  /** For many questions when the world is over. */
  history(): TaxHistory {
    return new TaxHistory(this.#contentCalls, this.#itemCalls)
  }
}

export class TaxHistory {
  readonly #rates: Timeline
  readonly #items = new Map<string, Timeline>()

  constructor(contentCalls: readonly Call[], itemCalls: readonly Call[]) {
    this.#rates = new Timeline(ratesRegister(contentCalls), contentCalls)
    for (const [id, register] of itemRegisters(itemCalls))
      this.#items.set(id, new Timeline(register, itemCalls))
  }

  /** What an order of this item may be taxed with at a moment, if it was paid then or `on` a day; undefined if that is not known. */
  shares({ itemId }: Pick<Order, 'itemId'>, moment: number, on?: string): Share[] | undefined {
    const lists = this.#ratesAt(moment)
    const taxes = this.#items.get(itemId)?.possible(moment)
    return lists?.flatMap(rates =>
      (taxes ?? ['', ...namesIn(rates)]).flatMap(tax => sharesOn(rates, tax, on ? [on] : daysAround(moment))),
    )
  }

  #ratesAt(moment: number): (readonly Rate[])[] | undefined {
    return this.#rates.possible(moment)?.map(ratesFrom)
  }
}

/** The values that a register may have had at a moment. */
class Timeline {
  readonly #register: Register<string>
  readonly #steps: readonly { step: number; at: number }[]
  readonly #known = new Map<string, string[] | undefined>()

  constructor(register: Register<string>, calls: readonly Call[]) {
    this.#register = register
    this.#steps = calls.flatMap(call => [call, ...(call.answer ? [call.answer] : [])])
  }

  possible(moment: number): string[] | undefined {
    let [step, end] = [0, Number.POSITIVE_INFINITY]
    for (const one of this.#steps) {
      if (one.at < moment - slackMs) step = Math.max(step, one.step)
      if (one.at > moment + slackMs) end = Math.min(end, one.step)
    }
    const key = `${step} ${end}`
    if (!this.#known.has(key)) {
      const answer = { step: end, at: moment, status: 200, body: null }
      const read: Read = { step: step + 0.5, at: moment, answer }
      this.#known.set(key, distinct(this.#register.possible(read)))
    }
    return this.#known.get(key)
  }
}

const distinct = (values: readonly string[] | undefined): string[] | undefined =>
  values && [...new Set(values)]

/** The rates as JSON. */
const ratesRegister = (calls: readonly Call[]): Register<string> => contentRegister(calls, '[]', ratesText)

/** The name of each item's rate. */
function itemRegisters(calls: readonly Call[]): Map<string, Register<string>> {
  const registers = new Map<string, Register<string>>()
  const write = (id: string, tax: unknown, call: Call) => {
    const register = registers.get(id) ?? new Register<string>()
    registers.set(id, register)
    register.write(keptText(tax ?? ''), call)
  }
  for (const call of calls) {
    const id = paramsOf(call, 'PATCH /api/item/{id}')?.id ?? paramsOf(call, 'GET /api/item/{id}')?.id
    if (isCall(call, 'POST /api/items.csv')) writeFromFile(registers, call)
    else if (isDone(call)) writeAnswer(id, call, write)
    else if (call.method === 'PATCH' && id !== undefined && !hadNoEffect(call)) {
      const { tax } = fieldsOf(call.body)
      if (tax !== undefined) write(id, tax, call)
    }
  }
  return registers
}

function writeAnswer(
  id: string | undefined,
  call: AnsweredCall,
  write: (id: string, tax: unknown, call: Call) => void,
): void {
  const { _id = id, tax } = fieldsOf(call.answer.body)
  const asked = call.method === 'PATCH' ? fieldsOf(call.body).tax : undefined
  if (typeof _id === 'string') write(_id, asked ?? tax, call)
}

/** The file of an import names the items that it changes. */
function writeFromFile(registers: ReadonlyMap<string, Register<string>>, call: Call): void {
  if (call.query.has('dry') || isRefused(call)) return
  const file = textOf(call.body)
  for (const [id, register] of registers) if (file.includes(id)) register.writeAnything(call)
}

const ratesText = (body: unknown): string => JSON.stringify(ratesIn(body))

const ratesFrom = (text: string): Rate[] => JSON.parse(text) as Rate[]

/** The rates in a content that is sent or answered. */
export function ratesIn(body: unknown): Rate[] {
  const { taxRates } = fieldsOf(fieldsOf(body).content)
  const rates = Array.isArray(taxRates) ? taxRates.filter(isFields) : []
  return rates.map(({ name, percent, from }) => ({
    name: keptText(name),
    percent: Number(percent),
    from: textOf(from),
  }))
}

export const namesIn = (rates: readonly Rate[]): string[] => [...new Set(rates.map(({ name }) => name))]

/** Days of a simulated shop are in UTC. */
const daysAround = (moment: number): string[] =>
  [moment - slackMs, moment + slackMs].map(at => new Date(at).toISOString().slice(0, 10))

function sharesOn(rates: readonly Rate[], tax: string, days: readonly string[]): Share[] {
  const names = namesIn(rates)
  const name = names.includes(tax) ? tax : names[0]
  return days.map(date => {
    let newest: Rate | undefined
    for (const rate of rates)
      if (rate.name === name && rate.from <= date && (!newest || rate.from > newest.from)) newest = rate
    return newest && { name: newest.name, percent: newest.percent }
  })
}
