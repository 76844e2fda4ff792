import type { ItemDetailColumn, ItemRow } from '../db/schema/tables.ts'

/** Family, material, size and care of each item of the demo; sizes match the rendered scenes. */
const notes: Readonly<Record<string, [family: string, materials: string, size: string, care: string]>> = {
  'oak-desk-tray': [
    'Desk',
    'Solid white oak, linseed oil',
    '32 × 15 cm, 3.2 cm high',
    'Wipe with a damp cloth. Oil it once a year.',
  ],
  'stoneware-mug': [
    'Mornings',
    'Stoneware, lead-free glaze; the foot is bare clay',
    '320 ml, 8 cm across, 9 cm high',
    'Dishwasher and microwave are fine.',
  ],
  'dome-desk-lamp': [
    'Desk',
    'Powder-coated steel, brass; E27 bulb included',
    '34 cm high, shade 23 cm across, cord 1.8 m',
    'Dust it with a dry cloth. Let the bulb cool before you change it.',
  ],
  'linen-notebook': [
    'Gifts',
    'Linen over board, 160 pages of 100 g uncoated paper',
    '13 × 19 cm, 1.7 cm thick',
    'Keep it dry. A soft brush takes the dust out of the cloth.',
  ],
  'enamel-kettle': [
    'Mornings',
    'Enamelled steel, beech, stainless steel',
    '1.6 litres, 19 cm across, 21 cm high with its handle',
    'Rinse by hand. Descale with vinegar; never heat it empty.',
  ],
  'walnut-chopping-board': [
    'Kitchen',
    'One plank of walnut, food-safe oil, leather',
    '43 × 20 cm with its handle, 2 cm thick',
    'Wash by hand and stand it up to dry. Oil it once a month.',
  ],
  'brass-pen-rest': [
    'Gifts',
    'Solid brass, not lacquered',
    '8 × 3.6 cm, 1.6 cm high',
    'It darkens with use. Lemon and salt bring the shine back.',
  ],
  'copper-coffee-dripper': [
    'Mornings',
    'Copper, tin-lined; oak handle',
    'For number 2 filters, 12 cm across',
    'Rinse after use and dry it. Not for the dishwasher.',
  ],
  'linen-tea-towel': [
    'Kitchen',
    'European linen, washed',
    '50 × 70 cm',
    'Wash at up to 60 °C. It needs no ironing.',
  ],
  'beeswax-candles': [
    'Gifts',
    'Pure beeswax, cotton wick',
    'Each 5.4 cm across, 12 cm high; about twelve hours',
    'Trim the wick to half a centimeter. Never leave a flame alone.',
  ],
  'marble-salt-cellar': [
    'Kitchen',
    'White marble, oak lid',
    '10 cm across, 7 cm high with its lid',
    'Wipe with a dry cloth. Lemon and vinegar leave marks on marble.',
  ],
  'desk-clock': [
    'Desk',
    'Oak, brass, glass; quartz movement, one AA battery included',
    '15 × 15 cm, 4.6 cm deep',
    'Dust it with a dry cloth. A battery lasts about a year.',
  ],
}

/** Every item also has a close-up and a picture in use. */
export function detailsOf(slug: string): Pick<ItemRow, ItemDetailColumn> {
  const [family = '', materials = '', size = '', care = ''] = notes[slug] ?? []
  const pictures = ['detail', 'in-use'].map(view => `/pictures/${slug}-${view}-960.webp`)
  return { pictures: JSON.stringify(pictures), materials, size, care, family, tax: '' }
}
