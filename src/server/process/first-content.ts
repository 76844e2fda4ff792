import { emptyContent, type ShopContent, unnamed } from '#contract/shop-content.ts'
import type { Config } from '../config.ts'

type Given = Pick<Config, 'firstDetails'>

/** The first content of a live shop, also of one of version 1.0, which had only these settings. */
export const firstLiveContent = ({ firstDetails: { name, address, taxId } }: Given): ShopContent => ({
  ...emptyContent(name ?? unnamed),
  address,
  taxId,
})

/** What a start says about settings that no longer count, because the dashboard has saved something else. */
export function overriddenSettings({ firstDetails }: Given, content: ShopContent): string[] {
  const { name, address, taxId } = firstDetails
  const sentences: string[] = []
  if (name !== undefined && name !== content.name)
    sentences.push(
      `SHOP_NAME is '${name}', but the name was changed to '${content.name}' in the dashboard. The saved name is used.`,
    )
  if (address && address !== content.address)
    sentences.push(
      'SHOP_ADDRESS differs from the address that was saved in the dashboard. The saved address is used.',
    )
  if (taxId && taxId !== content.taxId)
    sentences.push(
      `SHOP_TAX_ID is '${taxId}', but the tax ID was changed in the dashboard. The saved tax ID is used.`,
    )
  return sentences
}
