import { isClosed, shopClosed } from '#domain/closed.ts'
import type { Reading } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import * as shopContent from '../../store/shop-content.ts'

/** For whatever would hold more stock than before. */
export async function refuseWhileClosed(
  db: Reading,
  { config, now }: Pick<Deps, 'config' | 'now'>,
): Promise<void> {
  const { closed } = await shopContent.read(db)
  if (isClosed(closed, now(), config.timeZone)) throw shopClosed(closed)
}
