import { type AnsweredCall, type Call, isCall, isDone } from './call.ts'
import { Register } from './register.ts'
import type { Rules } from './rules.ts'
import { fieldsOf, textOf } from './wire.ts'

const day = 86_400_000
const path = '/api/shopContent'

/** Until when the shop takes no new orders, as its admins save it. */
export class ClosedDays implements Rules {
  /** The end of the last day without orders; 0 if the shop takes them. */
  readonly #end = new Register<number>()

  constructor() {
    this.#end.begin(0)
  }

  sent(call: Call): void {
    if (isCall(call, `PUT ${path}`)) this.#end.write(endIn(call.body), call)
    if (isCall(call, `POST ${path}/undo`)) this.#end.writeAnything(call)
  }

  /** Who reads the content learns what an undo or a lost save has left. */
  answered(call: AnsweredCall): void {
    if (isDone(call) && isCall(call, `GET ${path}`)) this.#end.write(endIn(call.answer.body), call)
  }

  /** Whether the shop was closed from when the call was sent to when it was answered, whatever else went on. */
  isCertainlyClosed(call: AnsweredCall): boolean {
    return this.#end.possible(call)?.every(end => call.answer.at < end) ?? false
  }
}

/** Days of a simulated shop are in UTC. */
function endIn(body: unknown): number {
  const { closed } = fieldsOf(fieldsOf(body).content)
  const until = Date.parse(textOf(fieldsOf(closed).until))
  return Number.isNaN(until) ? 0 : until + day
}
