/** Every address of the shop's pages. Links are made here and nowhere else. */
export const paths = {
  home: '/',
  login: '/login',
  signup: '/signup',
  items: '/items',
  item: (id: string) => `/items/${encodeURIComponent(id)}`,
  dashboard: '/dashboard',
  myReview: '/dashboard/myReview',
  myOrder: '/dashboard/myOrder',
  payment: (id: string) => `/dashboard/payment/${encodeURIComponent(id)}`,
  allUsers: '/dashboard/allUsers',
  addItem: '/dashboard/addItem',
  manageItems: '/dashboard/manageItems',
  manageAllOrders: '/dashboard/manageAllOrders',
} as const
