import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Order } from '#contract/orders.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { usePrinting } from '../../ui/printing.tsx'
import { seller } from './queries.ts'

interface PackingSlipButtonProps {
  orders: readonly Order[]
  children: ReactNode
}

/** Prints a slip for each order with the browser, which has fonts for every script. */
export function PackingSlipButton({ orders, children }: PackingSlipButtonProps) {
  const client = useQueryClient()
  const { print, printed } = usePrinting()

  async function prepare() {
    const [{ PackingSlips }, sender] = await Promise.all([
      import('./packing-slips.tsx'),
      client.ensureQueryData(seller),
    ])
    print(<PackingSlips orders={orders} seller={sender} />)
  }

  return (
    <>
      <ActionButton className="btn-quiet" onPress={prepare} done="Ready to print">
        {children}
      </ActionButton>
      {printed}
    </>
  )
}
