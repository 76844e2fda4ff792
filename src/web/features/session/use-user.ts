import { useOutletContext } from 'react-router'
import type { Me } from '#contract/identity.ts'

/** The signed-in user, for pages behind the guard in signed-in.tsx. */
export const useUser = (): Me => useOutletContext<Me>()
