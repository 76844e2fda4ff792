import { useState } from 'react'

/** The orders that are ticked, by id. */
export function useChosenOrders() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())

  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen(now => {
      const others = [...now].filter(id => !ids.includes(id))
      return new Set(isChosen ? [...others, ...ids] : others)
    })

  return { isChosen: (id: string) => chosen.has(id), choose, clear: () => setChosen(new Set()) }
}
