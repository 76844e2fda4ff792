import { type ComponentType, lazy } from 'react'
import { toast } from './toast.tsx'

/**
 * Loads a component on demand. If it cannot be loaded, offline or after a deployment, the page stays as it is.
 * `missing` names the component in an error message, for those that somebody waits for.
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  missing?: string,
) =>
  lazy(() =>
    load().catch(() => {
      const advice = navigator.onLine ? 'Reload the page.' : 'You seem to be offline.'
      if (missing) toast(`${missing} could not be loaded. ${advice}`, 'bad')
      return { default: (_: Props) => null }
    }),
  )
