import { type ComponentType, lazy } from 'react'
import { toast } from './toast.tsx'

/**
 * A part of a page that is loaded when it is wanted. The page stays as it is when the part cannot be loaded, as without
 * a connection or after the shop was renewed; where somebody waits for it, `missing` tells them.
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  missing?: string,
) =>
  lazy(() =>
    load().catch(() => {
      if (missing) toast(`${missing} could not be loaded. Please load the page anew.`, 'bad')
      return { default: (_: Props) => null }
    }),
  )
