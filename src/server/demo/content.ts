import type { ShopContent } from '#contract/shop-content.ts'

/** The spec asks for six identical sample cards. */
const member = {
  name: 'Ida Moreau',
  role: 'Product Design Head',
  bio: 'Draws every item by hand before anyone is allowed to make it, and then asks what could be left out.',
  picture: '/pictures/team-480.webp',
}

const banner = (slug: string, title: string, text: string, link: string, family?: string) => ({
  picture: `/pictures/banner-${slug}-1600.webp`,
  focusX: 50,
  focusY: 50,
  title,
  text,
  link,
  to: family ? `/items?family=${family}` : '/items',
})

const slide = (slug: string, alt: string) => ({ picture: `/pictures/${slug}-960.webp`, alt })

/** The spec's footer links have no pages, so each link points to its own column. */
const column = (title: string, labels: readonly string[]) => ({
  title,
  links: labels.map(label => ({ label, to: `#${title.toLowerCase()}` })),
})

/** The first version of a demo's content: the texts of the spec, to the letter. */
export const demoContent: ShopContent = {
  name: 'Tuckshop',
  slogan: 'small goods, well made',
  about: 'A small shop for desk and kitchen goods that do one job properly.',
  address: '',
  taxId: '',
  taxRates: [],
  taxNote: '',
  deliveryPrice: null,
  vouchers: [],
  transfer: null,
  mark: 'awning',
  accent: '#a4461d',
  typefaces: 'warm',
  edge: 'awning',
  banners: [
    banner(
      'desk',
      'Small goods, well made',
      'Things for the desk and the kitchen that do one job properly, and still look right after ten years of doing it.',
      'See our items',
    ),
    banner(
      'kitchen',
      'For kitchens that are used',
      'Walnut, stoneware, enamel and linen: made to be washed, dropped now and then, and kept.',
      'Set the table',
      'Kitchen',
    ),
    banner(
      'morning',
      'Mornings, slowly',
      'A kettle that whistles, a dripper that lasts, and two mugs that fit the hand.',
      'Put the kettle on',
      'Mornings',
    ),
    banner(
      'gifts',
      'Wrapped and ready',
      'Beeswax candles, pen rests and notebooks for the people you like best.',
      'Find a present',
      'Gifts',
    ),
  ],
  showsReviews: true,
  statistics: {
    title: 'MILLIONS BUSINESS TRUST US',
    tagline: 'TRY TO UNDERSTAND USERS EXPECTATION',
    figures: [
      { value: '72', name: 'Countries' },
      { value: '535+', name: 'Complete Projects' },
      { value: '273+', name: 'Happy Clients' },
      { value: '432+', name: 'Feedbacks' },
    ],
    slides: [
      slide('copper-coffee-dripper', 'A copper coffee dripper on a stoneware mug'),
      slide('walnut-chopping-board', 'A chopping board of oiled walnut'),
      slide('linen-notebook', 'Two notebooks bound in red linen'),
      slide('dome-desk-lamp', 'A desk lamp with a dome of black steel'),
    ],
  },
  team: Array.from({ length: 6 }, () => member),
  teamIntro: 'The people who draw, make, pack and answer. There are few of us, and that is how we like it.',
  teamClosing: {
    picture: '/pictures/oak-desk-tray-960.webp',
    title: 'What we make',
    text: 'A shelf of things for the desk and the kitchen, small enough that we know each of them well.',
    action: 'See our items',
    to: '/items',
  },
  ratingClosing: {
    picture: '/pictures/stoneware-mug-960.webp',
    title: 'Stars say how much, words say why',
    text: 'Bought something here? Tell the next person what it is like to live with.',
    action: 'Write a review',
    to: '/dashboard/myReview',
  },
  note: {
    title: 'A note from CEO',
    picture: '/pictures/ceo-480.webp',
    letter:
      'We started with one tray, because we could not find a tray that we liked. It took eleven tries. The twelfth is still on my desk, with a ring from a cup that I have stopped apologizing for.\nThat is how everything here came about: someone needed a thing, made it until it was right, and then made a few more. We keep few things, so that we can know each of them well. If one of them lets you down, write to us. You will get an answer from a person who has held it.',
    from: 'Henrik Aalto, CEO of Tuckshop',
    signature: null,
  },
  overview: {
    title: 'Project overview',
    text: 'The whole shop in twenty seconds: finding an item, ordering it, paying by card, and what the people behind the counter see.',
    videos: ['/video/tour.webm', '/video/tour.mp4'],
    poster: '/video/tour.webp',
    captions: '/video/tour.vtt',
  },
  technologies: {
    title: 'Using Technologies',
    names: [
      'HTML',
      'CSS',
      'Tailwind',
      'Javascript',
      'React.js',
      'Node.js',
      'Express.js',
      'MongoDB',
      'Firebase',
    ],
  },
  questions: {
    title: 'Frequently asked questions',
    list: [
      {
        question: 'What is the best way to get started?',
        answer:
          'Create an account, open an item and order as many as you need. Your order waits for you under My Orders until you pay for it by card, and you can remove it until then.',
      },
      {
        question: 'What if I have more questions?',
        answer:
          'Reply to the receipt in your email: it reaches the people who packed your order. We read everything and answer on working days.',
      },
      {
        question: 'Do you take on custom work?',
        answer:
          'Yes, in small numbers: other woods, engraved trays, mugs for a whole office. Order a single piece first, so that you know what you are asking for, and then write to us with the number and the date.',
      },
    ],
  },
  portfolio: {
    text: 'What the developer of this shop works with, and how much at home he feels in it.',
    closing: {
      picture: '/pictures/dome-desk-lamp-960.webp',
      title: 'What it is good for',
      text: 'This shop: the pages that you see, the orders and card payments, and the desk behind the counter. The tour on the home page takes twenty seconds.',
      action: 'See the tour',
      to: '/#overview',
    },
    skills: [
      { name: 'HTML', level: 80 },
      { name: 'JavaScript', level: 70 },
      { name: 'CSS', level: 80 },
      { name: 'ReactJs', level: 60 },
      { name: 'Bootstrap', level: 90 },
      { name: 'NodeJs', level: 60 },
      { name: 'Tailwind', level: 80 },
      { name: 'MongoDB', level: 50 },
    ],
  },
  delivery: 'Paid orders leave within two working days.',
  returns: 'Send back anything unused within 30 days, and we refund what you paid for it.',
  contact: 'Reply to any email from us. A person reads it and answers on working days.',
  closed: null,
  currency: 'USD',
  columns: [
    column('Services', ['Ordering', 'Delivery', 'Repairs', 'Gift notes']),
    column('Company', ['About us', 'Contact', 'Jobs', 'Press kit']),
    column('Legal', ['Terms of use', 'Privacy policy', 'Cookie policy']),
  ],
  newsletter: { text: 'A short note when something new is on the shelf.' },
  copyright: 'Copyright © 2022 Tuckshop',
}
