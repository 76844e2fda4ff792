import { type AnsweredCall, type Call, hadEnded, isDone, isRefused } from './call.ts'

interface Write<T> {
  /** Undefined if the call may have written anything, such as an import. */
  value: { is: T } | undefined
  /** Undefined for the value at the beginning. */
  call: Call | undefined
}

/**
 * One value in the shop, as far as it is known. Several calls may be under way at once and answers may be lost, so more
 * than one value can be possible: every write stays possible until a later one was acknowledged.
 */
export class Register<T> {
  /** The first is the value before any call that was seen, which may be anything. */
  readonly #writes: Write<T>[] = [{ value: undefined, call: undefined }]

  begin(value: T): void {
    this.#writes[0] = { value: { is: value }, call: undefined }
  }

  get hasBegun(): boolean {
    return this.#writes[0]?.value !== undefined
  }

  get isWritten(): boolean {
    return this.#writes.length > 1
  }

  write(value: T, call: Call): void {
    this.#writes.push({ value: { is: value }, call })
  }

  writeAnything(call: Call): void {
    this.#writes.push({ value: undefined, call })
  }

  /** The values that a read may find; undefined if it may find any. `lateMs`: how old a cached answer may be. */
  possible(read: Pick<Call, 'step' | 'at' | 'answer'>, lateMs = 0): T[] | undefined {
    const end = read.answer?.step ?? Number.POSITIVE_INFINITY
    const candidates = this.#writes.filter(
      write =>
        (write.call === undefined || (!isRefused(write.call) && write.call.step < end)) &&
        !this.#writes.some(later => replaces(later, write, read, lateMs)),
    )
    const values = candidates.flatMap(({ value }) => (value ? [value.is] : []))
    return values.length === candidates.length && candidates.length > 0 ? values : undefined
  }

  allows(value: T, read: Pick<Call, 'step' | 'at' | 'answer'>, lateMs = 0): boolean {
    return this.possible(read, lateMs)?.includes(value) ?? true
  }

  /** The value, if only one is possible. */
  certain(read: Pick<Call, 'step' | 'at' | 'answer'>): T | undefined {
    const values = new Set(this.possible(read))
    return values.size === 1 ? [...values][0] : undefined
  }
}

/** Whether `later` began after `write` had ended, and had ended when the read began. */
function replaces<T>(
  later: Write<T>,
  write: Write<T>,
  read: Pick<Call, 'step' | 'at'>,
  lateMs: number,
): boolean {
  if (!later.call || !isDone(later.call) || later === write) return false
  if (write.call && !hadEnded(write.call, later.call)) return false
  return endedBefore(later.call, read, lateMs)
}

const endedBefore = ({ answer }: AnsweredCall, read: Pick<Call, 'step' | 'at'>, lateMs: number): boolean =>
  answer.step < read.step && answer.at <= read.at - lateMs
