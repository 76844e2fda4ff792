import { useRef, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { maxQuantity } from '#domain/stock.ts'
import { sentenceOf } from '../../api/problem-error.ts'
import { useChangeQuantity } from './queries.ts'

const isQuantity = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= maxQuantity

/**
 * The quantity of an order in a field. Several presses are sent one after the other, and only the last of those that
 * came meanwhile. After a refusal the field shows the order's own quantity again.
 */
export function useQuantity({ _id, quantity }: Order) {
  const { mutateAsync: change } = useChangeQuantity(_id)
  const [typed, type] = useState<string>()
  const [problem, setProblem] = useState('')
  const wanted = useRef<number>(undefined)
  const isSending = useRef(false)

  async function send() {
    if (isSending.current) return
    isSending.current = true
    try {
      for (let next = wanted.current; next !== undefined; next = wanted.current) {
        wanted.current = undefined
        await change(next)
      }
    } catch (error) {
      setProblem(sentenceOf(error))
    } finally {
      isSending.current = false
      type(undefined)
    }
  }

  function set(value: string) {
    const next = Number(value)
    const isSame = next === quantity && !isSending.current
    if (!isQuantity(next) || isSame) {
      type(undefined)
      return
    }
    type(value)
    setProblem('')
    wanted.current = next
    void send()
  }

  return { shown: typed ?? String(quantity), problem, type, set }
}
