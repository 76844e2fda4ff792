/** Every address of the shop's pages. Links are made here and nowhere else. */
export const paths = {
  home: '/',
  /** The film on the home page. */
  overview: '/#overview',
  login: '/login',
  /** The dialog that asks for a link to a new password. */
  forgot: '/login?forgot=password',
  signup: '/signup',
  portfolio: '/portfolio',
  team: '/team',
  items: '/items',
  item: (id: string) => `/items/${encodeURIComponent(id)}`,
  /** With the order form filled in for so many. */
  itemAgain: (id: string, quantity: number) => `/items/${encodeURIComponent(id)}?quantity=${quantity}`,
  dashboard: '/dashboard',
  /** The part of My Profile where passkeys and codes are. */
  secondFactor: '/dashboard#second-factor',
  myReview: '/dashboard/myReview',
  reviewOf: (itemId: string) => `/dashboard/myReview?item=${encodeURIComponent(itemId)}`,
  myOrder: '/dashboard/myOrder',
  /** Of an order, or of several in one payment. */
  payment: (id: string, others: readonly string[] = []) =>
    `/dashboard/payment/${encodeURIComponent(id)}${others.length > 0 ? `?with=${others.join(',')}` : ''}`,
  allUsers: '/dashboard/allUsers',
  addItem: '/dashboard/addItem',
  manageItems: '/dashboard/manageItems',
  removedItems: '/dashboard/manageItems?show=removed',
  /** The panel of an item above its list. */
  managedItem: (id: string) => `/dashboard/manageItems?item=${encodeURIComponent(id)}`,
  manageAllOrders: '/dashboard/manageAllOrders',
  ordersIn: (state: string) => `/dashboard/manageAllOrders?state=${state}`,
  ordersOf: (email: string) => `/dashboard/manageAllOrders?search=${encodeURIComponent(email)}`,
} as const

/** What search engines may show: pages that are worth something without an account. */
export const indexedPaths: readonly string[] = [
  paths.home,
  paths.team,
  paths.portfolio,
  paths.login,
  paths.signup,
]
