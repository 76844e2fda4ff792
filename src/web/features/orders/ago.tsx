import { now } from '../../api/clock.ts'
import { agoOf } from '../../ui/ago.ts'
import { momentOf } from '../../ui/moment.ts'

/** How long ago it was; the exact moment shows on hover. */
export const Ago = ({ at }: { at: string }) => (
  <time dateTime={at} title={momentOf(new Date(at))}>
    {agoOf(new Date(at), new Date(now()))}
  </time>
)
