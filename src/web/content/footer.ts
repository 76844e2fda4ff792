/** The spec's footer links have no pages, so each link points to its own column. */
export const columns = [
  { id: 'services', title: 'Services', links: ['Ordering', 'Delivery', 'Repairs', 'Gift notes'] },
  { id: 'company', title: 'Company', links: ['About us', 'Contact', 'Jobs', 'Press kit'] },
  { id: 'legal', title: 'Legal', links: ['Terms of use', 'Privacy policy', 'Cookie policy'] },
] as const

export const newsletter = {
  text: 'A short email when something new is on the shelf.',
  thanks: 'Thank you. There is no newsletter yet, so your address was not kept.',
} as const

export const copyright = 'Copyright © 2022 Tuckshop'
