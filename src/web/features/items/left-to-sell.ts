import type { ManagedItem } from '#contract/managed-items.ts'
import { inThousands } from '#domain/thousands.ts'

export const leftToSell = ({ name, availableQuantity }: ManagedItem): string =>
  `${name}: ${availableQuantity === 0 ? 'none' : inThousands(availableQuantity)} left to sell`
