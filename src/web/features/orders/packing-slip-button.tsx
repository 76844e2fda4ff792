import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { seller } from './queries.ts'

interface PackingSlipButtonProps {
  orders: readonly Order[]
  children: ReactNode
}

/** Prints a slip for each order: the browser shows them first, and has the letters of every address. */
export function PackingSlipButton({ orders, children }: PackingSlipButtonProps) {
  const client = useQueryClient()
  const [slips, setSlips] = useState<ReactNode>()

  async function prepare() {
    const [{ PackingSlips }, sender] = await Promise.all([
      import('./packing-slips.tsx'),
      client.ensureQueryData(seller),
    ])
    setSlips(<PackingSlips orders={orders} seller={sender} />)
  }

  useEffect(() => {
    if (!slips) return
    const putAway = () => setSlips(undefined)
    // A phone goes on with the page while it prints, so that they stay until it says that it is done.
    window.addEventListener('afterprint', putAway)
    window.print()
    return () => window.removeEventListener('afterprint', putAway)
  }, [slips])

  return (
    <>
      <ActionButton className="btn-quiet" onPress={prepare} done="Ready to print">
        {children}
      </ActionButton>
      {slips}
    </>
  )
}
