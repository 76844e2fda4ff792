// The words in names and texts of a grown shop. bench/parts/growth/searches.ts searches for some of them.

export const makings =
  `Oak Walnut Ash Beech Cherry Maple Birch Cork Bamboo Brass Copper Steel Iron Pewter Tin Linen
Cotton Wool Felt Hemp Leather Canvas Silk Stoneware Porcelain Earthenware Glass Crystal Marble Slate Granite
Soapstone Enamel Beeswax Soy Paper Card Rattan Willow Jute`.split(/\s+/)

export const kinds =
  `Desk Kitchen Garden Travel Pocket Bedside Picnic Workshop Reading Winter Summer Evening Morning
Market Writing Sewing Baking Coffee Tea Bath Guest Hallway Studio Balcony`.split(/\s+/)

export const things =
  `Tray Mug Lamp Notebook Kettle Board Rest Dripper Towel Candle Cellar Clock Box Bowl Plate Jug Vase
Basket Stool Bench Shelf Hook Brush Comb Soap Dish Spoon Ladle Knife Fork Whisk Grater Mill Jar Tin Bottle Flask
Cup Saucer Pot Pan Lid Trivet Coaster Napkin Runner Apron Glove Blanket Cushion Pillow Throw Rug Mat Curtain
Mirror Frame Print Globe Compass Ruler Pencil Pen Inkwell Stamp Envelope Folder Binder Album Calendar Planner
Bookend Bookmark Satchel Pouch Wallet Purse Belt Strap Keyring Umbrella Lantern Torch Thermos Hamper Trowel
Planter Dibber Twine Birdhouse Feeder Bell Chime Puzzle Kite Top Yoyo Dominoes Chessboard`.split(/\s+/)

export const colours =
  `white black oat sand clay rust ochre moss olive sage teal navy indigo plum rose charcoal`.split(' ')

export const sentences = [
  'Made in small batches and finished by hand.',
  'It will outlast the room that it stands in.',
  'Gets better with every year of use.',
  'Comes in a plain box without plastic.',
  'Easy to clean and hard to break.',
  'A quiet companion for long afternoons.',
  'Light enough to carry and heavy enough to stay.',
  'The corners are rounded so that nothing catches.',
  'Each one differs a little from the next.',
  'Repaired free of charge for ten years.',
]

export const firstNames =
  `Ann Ben Cleo Dev Eve Finn Gita Hugo Ines Jon Kira Leo Mona Nils Olga Paul Quin Rosa Sven Tara
Uma Vito Wren Xenia Yuri Zoe`.split(/\s+/)

export const lastNames =
  `Abel Berg Cruz Dahl Eklund Frost Gray Holm Ivers Jansen Kaur Lund Moss Nash Okoye Park Quist
Reyes Stone Tran Ueda Vance Weber Young Zeller`.split(/\s+/)

export const opinions = [
  'Exactly what I was looking for.',
  'Arrived two days early and well packed.',
  'A little smaller than I thought, but lovely.',
  'My second one: the first went to my sister.',
  'Solid, simple and fairly priced.',
  'The colour is warmer than in the picture.',
]

export const pictures = [
  'oak-desk-tray',
  'stoneware-mug',
  'dome-desk-lamp',
  'linen-notebook',
  'enamel-kettle',
]
