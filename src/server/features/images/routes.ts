import { images as contract } from '#contract/images.ts'
import type { Deps } from '../../deps.ts'
import type { Serve } from '../../http/serve.ts'
import { Turns } from './turns.ts'

/** Pictures take a core and much memory each: the shop goes on selling while they are worked on. */
export function imageRoutes(serve: Serve, { images }: Deps): void {
  const turns = new Turns(2, 8)
  serve(contract.upload, async ({ upload }) => ({
    data: { display_url: await turns.take(() => images.keep(upload)) },
  }))
}
