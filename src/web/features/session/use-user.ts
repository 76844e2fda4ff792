import { useOutletContext } from 'react-router'
import type { Me } from '#contract/identity.ts'

/** Who is signed in, for the pages behind the guard in signed-in.tsx, which knows. */
export const useUser = (): Me => useOutletContext<Me>()
