import type { ShopContent } from '#contract/shop-content.ts'
import { Refusal } from '#domain/refusal.ts'

/** What the pages of a demo always show. */
const sections = {
  banners: 'the banners',
  showsReviews: 'the reviews',
  statistics: 'the figures',
  team: 'the team',
  teamClosing: 'the end of the team page',
  ratingClosing: 'the end of the page for star ratings',
  note: 'the note',
  overview: 'the video',
  technologies: 'the technologies',
  questions: 'the questions',
  portfolio: 'the portfolio',
  columns: 'the columns of the footer',
  newsletter: 'the newsletter',
} as const satisfies Partial<Record<keyof ShopContent, string>>

const isShown = (section: unknown): boolean =>
  Array.isArray(section) ? section.length > 0 : Boolean(section)

/** In a demo every section can be changed, and none be taken away: its visitors look for all of them. */
export function refuseLeavingOut(before: ShopContent, content: ShopContent): void {
  const fields: Record<string, string> = {}
  for (const [key, name] of Object.entries(sections) as [keyof typeof sections, string][])
    if (isShown(before[key]) && !isShown(content[key]))
      fields[`content.${key}`] = `This is a demo: ${name} can be changed, but not left out.`
  const [sentence] = Object.values(fields)
  if (sentence) throw new Refusal('bad_input', sentence, { fields })
}
