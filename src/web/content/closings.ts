import { paths } from '../paths.ts'

/** The call to action at the end of a page. */
export const closings = {
  team: {
    picture: '/pictures/oak-desk-tray-960.webp',
    title: 'What comes of it',
    text: 'A shelf of things for the desk and the kitchen, small enough that we know each of them well.',
    action: 'See our items',
    to: paths.items,
  },
  portfolio: {
    picture: '/pictures/dome-desk-lamp-960.webp',
    title: 'What it is good for',
    text: 'This shop: the pages that you see, the orders and card payments, and the desk behind the counter. The tour on the home page takes twenty seconds.',
    action: 'See the tour',
    to: paths.overview,
  },
  starRating: {
    picture: '/pictures/stoneware-mug-960.webp',
    title: 'Stars say how much, words say why',
    text: 'Bought something here? Tell the next person what it is like to live with.',
    action: 'Write a review',
    to: paths.myReview,
  },
} as const
