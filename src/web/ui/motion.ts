import { useMedia } from './media.ts'

/** Whether a picture may animate between pages: not on the server, and not with reduced motion. */
export const useMotion = (): boolean => useMedia('(prefers-reduced-motion: no-preference)')
