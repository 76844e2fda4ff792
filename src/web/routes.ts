import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** The spec's route table. Who may see a page is said in the page itself, by <SignedIn> or <AdminOnly>. */
export default [
  index('pages/home.tsx'),
  route('login', 'pages/login.tsx'),
  route('signup', 'pages/signup.tsx'),
  route('portfolio', 'pages/portfolio.tsx'),
  route('team', 'pages/team.tsx'),
  route('items', 'pages/items.tsx'),
  route('items/:id', 'pages/item.tsx'),
  route('dashboard', 'pages/dashboard.tsx', [
    index('pages/my-profile.tsx'),
    route('myReview', 'pages/my-review.tsx'),
    route('myOrder', 'pages/my-order.tsx'),
    route('payment/:id', 'pages/payment.tsx'),
    route('allUsers', 'pages/all-users.tsx'),
    route('addItem', 'pages/add-item.tsx'),
    route('manageItems', 'pages/manage-items.tsx'),
    route('manageAllOrders', 'pages/manage-all-orders.tsx'),
  ]),
  route('starRating', 'pages/star-rating.tsx'),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig
