import type { ReviewRow } from '../db/schema/tables.ts'
import { demoId } from '../store/demo-ids.ts'
import type { NewItemRow } from '../store/items.ts'
import { detailsOf } from './details.ts'

export type DemoItem = Omit<NewItemRow, 'created_at'>

type DemoReview = Pick<ReviewRow, 'id' | 'name' | 'comment' | 'star_rating' | 'item_id'>

/** Slug, name, price in cents, stock, minimum quantity, description. */
const goods: [string, string, number, number, number, string][] = [
  [
    'oak-desk-tray',
    'Oak Desk Tray',
    3400,
    120,
    1,
    'A shallow tray of solid white oak for the things a desk collects: keys, cards, the pen you always look for. Routed from one board and oiled by hand; there is no joint that could come apart.',
  ],
  [
    'stoneware-mug',
    'Stoneware Mug',
    2200,
    300,
    2,
    'Thrown in small batches and glazed in a speckled oat white. Holds 320 ml, keeps warm for a long letter, and goes into the dishwasher without complaint. Sold from two, because company comes.',
  ],
  [
    'dome-desk-lamp',
    'Dome Desk Lamp',
    8900,
    40,
    1,
    'A spun steel shade on a slim stem, with a warm bulb and a switch you can find in the dark. The base is weighted, so it stays where you put it.',
  ],
  [
    'linen-notebook',
    'Linen Notebook',
    1200,
    500,
    2,
    'A pair-worthy notebook, thread-sewn and bound in clay-red linen. 160 pages of 100 g paper that takes a fountain pen, with a ribbon to keep your place.',
  ],
  [
    'enamel-kettle',
    'Enamel Kettle',
    6400,
    60,
    1,
    'A 1.6 litre kettle of thick steel in clay-red enamel, with a beech handle. For gas, electric and induction, and for anyone who likes to hear the water come to the boil.',
  ],
  [
    'walnut-chopping-board',
    'Walnut Chopping Board',
    4800,
    80,
    1,
    'One plank of walnut with a leather loop, 43 by 20 cm with its handle, kind to knives and heavy enough not to wander. Finished with food-safe oil; a little more of it once a month is all it asks for.',
  ],
  [
    'brass-pen-rest',
    'Brass Pen Rest',
    1850,
    150,
    1,
    'A small bar of solid brass with a groove for one good pen, yours. It will darken where you touch it, which is the point.',
  ],
  [
    'copper-coffee-dripper',
    'Copper Coffee Dripper',
    3900,
    70,
    1,
    'A hand-spun copper cone for number 2 filters, with an oak handle and a ring that sits on any cup. Ribs in its wall keep the water moving evenly.',
  ],
  [
    'linen-tea-towel',
    'Linen Tea Towel',
    1400,
    400,
    2,
    'Washed European linen with a hanging loop and a woven stripe. Dries glasses without fluff and gets softer every year.',
  ],
  [
    'beeswax-candles',
    'Beeswax Candles',
    950,
    600,
    4,
    'Pillar candles poured from pure beeswax, with a cotton wick and a faint scent of honey. Each burns for about twelve hours. From four, for a table.',
  ],
  [
    'marble-salt-cellar',
    'Marble Salt Cellar',
    2600,
    90,
    1,
    'Turned from one piece of white marble, with an oak lid that keeps the salt dry. Big enough for three fingers and a pinch.',
  ],
  [
    'desk-clock',
    'Desk Clock',
    5600,
    50,
    1,
    'A quiet clock with a plain face and a case of oak. No ticking, no alarm, no notifications: it tells the time.',
  ],
]

export const demoItems: DemoItem[] = goods.map(
  ([slug, name, price_minor, stocked_quantity, must_quantity, description], index) => ({
    // Lists show the newest item first, so the ids are in reverse order.
    id: demoId('item', goods.length - index),
    name,
    description,
    price_minor,
    photo_url: `/pictures/${slug}-960.webp`,
    must_quantity,
    stocked_quantity,
    ...detailsOf(slug),
  }),
)

/** Name, stars, comment, and the item's slug if it is about an item; oldest first. */
const reviewTexts: [string, number, string, string?][] = [
  [
    'Marta Oyelaran',
    5,
    'The tray has been on my desk for a year and looks better than on the first day.',
    'oak-desk-tray',
  ],
  [
    'Jonas Weidmann',
    4,
    'Lovely mug, a little heavier than I thought. I have come to like that.',
    'stoneware-mug',
  ],
  [
    'Priya Raman',
    5,
    'Ordered on Monday, here on Wednesday, wrapped in paper and nothing else. That is how it should be.',
  ],
  [
    'Tom Ashdown',
    5,
    'The lamp makes my kitchen table feel like a study. Warm light, no wobble.',
    'dome-desk-lamp',
  ],
  [
    'Elif Kaya',
    4,
    'Good paper in the notebook; my fountain pen does not bleed through. I would love a dotted one.',
    'linen-notebook',
  ],
  [
    'Sofia Lindqvist',
    5,
    'The kettle whistles softly. My old one screamed. Mornings have changed.',
    'enamel-kettle',
  ],
  [
    'Daniel Moreau',
    3,
    'Beautiful board, but it needs its oil. Mine was dry after two weeks; the shop sent a bottle for free.',
    'walnut-chopping-board',
  ],
  [
    'Hannah Brandt',
    5,
    'Bought the pen rest as a joke present for my father. He writes letters now.',
    'brass-pen-rest',
  ],
  [
    'Kofi Mensah',
    5,
    'The copper dripper makes the best cup I have had at home, and it is a pleasure to look at.',
    'copper-coffee-dripper',
  ],
  [
    'Lucia Ferrante',
    4,
    'Towels that really dry. The stripe is a bit darker than in the picture.',
    'linen-tea-towel',
  ],
  [
    'Oliver Grant',
    5,
    'Candles burn evenly to the end and smell of honey, not of perfume.',
    'beeswax-candles',
  ],
  [
    'Yuki Tanabe',
    5,
    'The salt cellar is cool to the touch and the lid fits exactly. Small things, done right.',
    'marble-salt-cellar',
  ],
  ['Anna Kowalczyk', 5, 'Asked a question about the clock and got an answer from a person within the hour.'],
  [
    'Rafael Duarte',
    4,
    'Everything arrived whole. One mug was speckled more than the other; I call them the twins.',
    'stoneware-mug',
  ],
  [
    'Grace Whitfield',
    5,
    'I have ordered three times now. There is nothing in this shop that I would not want to own.',
  ],
  [
    'Nils Haugen',
    5,
    'Paid by card in half a minute, and the receipt said what I had bought in words I understood.',
  ],
]

const itemIdOf = (slug: string | undefined): string | null =>
  demoItems.find(({ photo_url }) => photo_url === `/pictures/${slug}-960.webp`)?.id ?? null

export const demoReviews: DemoReview[] = reviewTexts.map(([name, star_rating, comment, slug], index) => ({
  id: demoId('review', index + 1),
  name,
  comment,
  star_rating,
  item_id: itemIdOf(slug),
}))
