import type { ShopContent } from '#contract/shop-content.ts'
import { type Human, insist } from '../human.ts'

/** Saves what is chosen on seeing the rest. False if somebody else has saved first. */
export async function saveContent(
  me: Human,
  choose: (content: ShopContent) => Partial<ShopContent> | undefined,
): Promise<boolean> {
  const { body: saved } = await insist(me, () => me.ask('GET /shopContent'))
  const chosen = saved && choose(saved.content)
  if (!chosen) return true
  const body = { version: saved.version, content: { ...saved.content, ...chosen } }
  const { code } = await insist(me, () => me.ask('PUT /shopContent', { body }))
  return code !== 'changed_meanwhile'
}
