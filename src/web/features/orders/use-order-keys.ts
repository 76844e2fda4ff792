import { useEffect, useRef } from 'react'
import type { Order } from '#contract/orders.ts'
import { isModalOpen, isTyping } from '../../ui/keys.ts'
import { linkOf } from './use-current-row.ts'
import type { Neighbors } from './use-neighbors.ts'

export interface OrderPanelControl {
  /** The id of the order in the panel. */
  opened: string | undefined
  show: (id: string) => void
}

interface OrderKeysInput {
  isOn: boolean
  rows: readonly Order[]
  panel: OrderPanelControl
  neighbors: Neighbors
  onHelp: () => void
}

const searchBox = (): HTMLInputElement | null => document.querySelector('.order-tools input[type="search"]')

const focusedOrder = (): string | undefined =>
  document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-order]')?.dataset.order

function focus(element: HTMLElement | null | undefined): boolean {
  element?.focus()
  return Boolean(element)
}

/** Each returns whether it used the key. */
type Act = () => boolean

function actsOf({ rows, panel, neighbors, onHelp }: OrderKeysInput): Readonly<Record<string, Act>> {
  const current = () => panel.opened ?? focusedOrder()
  /** The panel moves along if it is open; otherwise the focus moves. */
  function move(step: 1 | -1): boolean {
    if (panel.opened) {
      const order = step === 1 ? neighbors.next : neighbors.previous
      if (order) panel.show(order._id)
      return true
    }
    const at = rows.findIndex(({ _id }) => _id === focusedOrder())
    const order = at < 0 ? rows[0] : rows[at + step]
    return order !== undefined && focus(linkOf(order._id))
  }

  function toggle(): boolean {
    const id = current()
    const row = id === undefined ? undefined : linkOf(id)?.closest('tr')
    row?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click()
    return id !== undefined
  }

  /** Links and buttons have their own Enter. */
  function open(): boolean {
    const id = document.activeElement?.matches('input[type="checkbox"]') && focusedOrder()
    if (id) panel.show(id)
    return Boolean(id)
  }

  return {
    j: () => move(1),
    k: () => move(-1),
    x: toggle,
    Enter: open,
    '/': () => focus(searchBox()),
    s: () => focus(document.querySelector<HTMLElement>('.send-form :is(input, button)')),
    '?': () => {
      onHelp()
      return true
    },
  }
}

/** Off while something is typed, while a dialog is open, and with Ctrl, Alt or Command. */
export function useOrderKeys(input: OrderKeysInput): void {
  const latest = useRef(input)
  useEffect(() => {
    latest.current = input
  })
  const { isOn } = input
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isModalOpen()) return
      const { rows } = latest.current
      const isUsed = isTyping(event.target) ? leaveSearch(event, rows) : actsOf(latest.current)[event.key]?.()
      if (isUsed) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
}

/** Down leads from the search to what it found. */
const leaveSearch = ({ key, target }: KeyboardEvent, [first]: readonly Order[]): boolean =>
  key === 'ArrowDown' && target === searchBox() && first !== undefined && focus(linkOf(first._id))
