import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

const signedIn = 'features/session/signed-in.tsx'
const signedOut = 'features/session/signed-out.tsx'
const adminOnly = 'features/session/admin-only.tsx'

/** The spec's route map. The layout around a page says who may see it; without one it is public. */
export default [
  index('pages/home.tsx'),
  layout(signedOut, [route('login', 'pages/login.tsx'), route('signup', 'pages/signup.tsx')]),
  route('portfolio', 'pages/portfolio.tsx'),
  route('team', 'pages/team.tsx'),
  layout(signedIn, [route('items', 'pages/items.tsx'), route('items/:id', 'pages/item.tsx')]),
  route('dashboard', 'pages/dashboard.tsx', [
    // Inside the dashboard, whose heading and menu render before the session is known.
    layout(signedIn, { id: 'dashboard/signed-in' }, [
      index('pages/my-profile.tsx'),
      route('myReview', 'pages/my-review.tsx'),
      route('myOrder', 'pages/my-order.tsx'),
      route('payment/:id', 'pages/payment.tsx'),
      layout(adminOnly, [
        route('allUsers', 'pages/all-users.tsx'),
        route('addItem', 'pages/add-item.tsx'),
        route('manageItems', 'pages/manage-items.tsx'),
        route('manageAllOrders', 'pages/manage-all-orders.tsx'),
      ]),
    ]),
  ]),
  route('starRating', 'pages/star-rating.tsx'),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig
