import { useMedia } from './media.ts'

/** Whether a picture may travel from one page to the next: not on the server, and not for who wants no motion. */
export const useMotion = (): boolean => useMedia('(prefers-reduced-motion: no-preference)')
