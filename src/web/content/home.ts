export const banners = [
  {
    picture: '/pictures/banner-desk-1600.webp',
    title: 'Small goods, well made',
    text: 'Things for the desk and the kitchen that do one job properly, and still look right after ten years of doing it.',
    link: 'See our items',
  },
  {
    picture: '/pictures/banner-kitchen-1600.webp',
    title: 'For kitchens that are used',
    text: 'Walnut, stoneware, enamel and linen: made to be washed, dropped now and then, and kept.',
    link: 'Set the table',
  },
  {
    picture: '/pictures/banner-morning-1600.webp',
    title: 'Mornings, slowly',
    text: 'A kettle that whistles, a dripper that lasts, and two mugs that fit the hand.',
    link: 'Put the kettle on',
  },
  {
    picture: '/pictures/banner-gifts-1600.webp',
    title: 'Wrapped and ready',
    text: 'Beeswax candles, pen rests and notebooks for the people you like best.',
    link: 'Find a present',
  },
] as const

/** The spec asks for fixed text. */
export const statistics = {
  title: 'MILLIONS BUSINESS TRUST US',
  tagline: 'TRY TO UNDERSTAND USERS EXPECTATION',
  figures: [
    { value: '72', name: 'Countries' },
    { value: '535+', name: 'Complete Projects' },
    { value: '273+', name: 'Happy Clients' },
    { value: '432+', name: 'Feedbacks' },
  ],
  slides: [
    {
      picture: '/pictures/copper-coffee-dripper-960.webp',
      alt: 'A copper coffee dripper on a stoneware mug',
    },
    { picture: '/pictures/walnut-chopping-board-960.webp', alt: 'A chopping board of oiled walnut' },
    { picture: '/pictures/linen-notebook-960.webp', alt: 'Two notebooks bound in red linen' },
    { picture: '/pictures/dome-desk-lamp-960.webp', alt: 'A desk lamp with a dome of black steel' },
  ],
} as const

export const note = {
  title: 'A note from CEO',
  picture: '/pictures/ceo-480.webp',
  paragraphs: [
    'We started with one tray, because we could not find a tray that we liked. It took eleven tries. The twelfth is still on my desk, with a ring from a cup that I have stopped apologising for.',
    'That is how everything here came about: somebody needed a thing, made it until it was right, and then made a few more. We keep few things, so that we can know each of them well. If one of them lets you down, write to us. You will get an answer from a person who has held it.',
  ],
  from: 'Henrik Aalto, CEO of Tuckshop',
} as const

export const overview = {
  title: 'Project overview',
  text: 'The whole shop in twenty seconds: finding an item, ordering it, paying by card, and what the people behind the counter see.',
  poster: '/video/tour.webp',
  sources: [
    { src: '/video/tour.webm', type: 'video/webm' },
    { src: '/video/tour.mp4', type: 'video/mp4' },
  ],
  captions: '/video/tour.vtt',
} as const

export const technologies = {
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
} as const

export const questions = {
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
        'Answer the receipt that you got by mail: it reaches the people who packed your order. We read everything and answer on working days.',
    },
    {
      question: 'Do you take on custom work?',
      answer:
        'Yes, in small numbers: other woods, engraved trays, mugs for a whole office. Order a single piece first, so that you know what you are asking for, and then write to us with the number and the date.',
    },
  ],
} as const
