import type { PublicContent } from '#contract/shop-content.ts'

/** Every address of the shop's pages; links are built here and nowhere else. */
export const paths = {
  home: '/',
  /** The video on the home page. */
  overview: '/#overview',
  login: '/login',
  /** The dialog that requests a reset link. */
  forgot: '/login?forgot=password',
  signup: '/signup',
  portfolio: '/portfolio',
  team: '/team',
  items: '/items',
  item: (id: string) => `/items/${encodeURIComponent(id)}`,
  /** Opens the order form with this quantity. */
  itemAgain: (id: string, quantity: number) => `/items/${encodeURIComponent(id)}?quantity=${quantity}`,
  dashboard: '/dashboard',
  /** The section of My Profile with passkeys and codes. */
  secondFactor: '/dashboard#second-factor',
  myReview: '/dashboard/myReview',
  reviewOf: (itemId: string) => `/dashboard/myReview?item=${encodeURIComponent(itemId)}`,
  myOrder: '/dashboard/myOrder',
  /** The payment page of one order, or of several in one payment. */
  payment: (id: string, others: readonly string[] = []) =>
    `/dashboard/payment/${encodeURIComponent(id)}${others.length > 0 ? `?with=${others.join(',')}` : ''}`,
  allUsers: '/dashboard/allUsers',
  addItem: '/dashboard/addItem',
  manageItems: '/dashboard/manageItems',
  /** The panel with name, look and content of the shop. */
  yourShop: '/dashboard/manageItems?panel=shop',
  importItems: '/dashboard/manageItems?import=file',
  removedItems: '/dashboard/manageItems?show=removed',
  /** The list with this item's panel open. */
  managedItem: (id: string) => `/dashboard/manageItems?item=${encodeURIComponent(id)}`,
  manageAllOrders: '/dashboard/manageAllOrders',
  ordersIn: (state: string) => `/dashboard/manageAllOrders?state=${state}`,
  ordersOf: (email: string) => `/dashboard/manageAllOrders?search=${encodeURIComponent(email)}`,
} as const

/** Pages that search engines may index: they exist, and have content without an account. */
export const indexedPaths = ({ team, portfolio }: PagesWithContent): readonly string[] => [
  paths.home,
  ...(team.length > 0 ? [paths.team] : []),
  ...(portfolio ? [paths.portfolio] : []),
  paths.login,
  paths.signup,
]

type PagesWithContent = Pick<PublicContent, 'team' | 'portfolio'>
