/** The spec asks for six identical sample cards. */
const sample = {
  name: 'Ida Moreau',
  role: 'Product Design Head',
  bio: 'Draws every item by hand before anyone is allowed to make it, and then asks what could be left out.',
  picture: '/pictures/team-480.webp',
} as const

export const team = Array.from({ length: 6 }, (_, index) => ({ ...sample, id: index + 1 }))

export type Member = (typeof team)[number]
