import { type Call, paramsOf } from './call.ts'

/**
 * Who may call what, as the specification and the shop's rules say: a second list, so that a mistake in the shop's own is
 * noticed. `self`: only about oneself. `owner`: only about one's own order, admins included. `owner_or_admin`: one's own
 * order, or an admin. Calls that are not listed are open to anyone.
 */
const access = {
  user: [
    'POST /api/booking',
    'GET /api/myBag',
    'GET /api/payment-options',
    'POST /api/myProfile',
    'PUT /api/myProfile',
    'POST /api/myReview',
    'GET /api/auth/me',
    'GET /api/auth/account',
    'GET /api/auth/sessions',
    'DELETE /api/auth/sessions',
    'DELETE /api/auth/sessions/{id}',
    'POST /api/auth/sign-out',
    'PUT /api/auth/password',
    'PUT /api/auth/name',
    'GET /api/auth/factors',
    'GET /api/auth/export',
    'POST /api/auth/erase',
    'POST /api/auth/verify',
    'POST /api/auth/verify/send',
  ],
  self: ['GET /api/admin/{email}'],
  self_or_admin: ['GET /api/myBooking/{email}', 'GET /api/myProfile/{email}'],
  owner: [
    'GET /api/booking/{id}',
    'PATCH /api/booking/{id}',
    'PUT /api/booking/{id}/quantity',
    'DELETE /api/myBooking/{id}',
    'POST /api/create-payment-intent',
    'POST /api/booking/{id}/transfer',
    'POST /api/booking/{id}/covered',
  ],
  owner_or_admin: [
    'GET /api/booking/{id}/timeline',
    'GET /api/booking/{id}/invoices',
    'GET /api/booking/{id}/invoice.pdf',
  ],
  admin: [
    'GET /api/booking',
    'GET /api/booking.csv',
    'POST /api/booking/send',
    'POST /api/booking/{id}/unsend',
    'POST /api/booking/{id}/refund',
    'GET /api/booking/{id}/refunds',
    'POST /api/booking/{id}/paid',
    'GET /api/users',
    'PUT /api/adminUser/{email}',
    'DELETE /api/adminUser/{email}',
    'DELETE /api/user/{email}',
    'PUT /api/user/{email}/removed',
    'POST /api/addItem',
    'GET /api/item',
    'GET /api/item/{id}',
    'PATCH /api/item/{id}',
    'DELETE /api/item/{id}',
    'PUT /api/item/{id}/removed',
    'GET /api/item/{id}/stock',
    'POST /api/item/{id}/stock',
    'GET /api/items.csv',
    'POST /api/items.csv',
    'PATCH /api/review/{id}',
    'GET /api/audit',
    'GET /api/audit.csv',
    'GET /api/attention',
    'GET /api/insights',
    'GET /api/waiting',
    'GET /api/notices',
    'PUT /api/notices',
    'GET /api/shop',
  ],
} as const

export type Who = keyof typeof access

export interface Permission {
  who: Who
  params: Readonly<Record<string, string>>
}

export function permissionOf(call: Call): Permission | undefined {
  for (const [who, routes] of Object.entries(access))
    for (const route of routes) {
      const params = paramsOf(call, route)
      if (params) return { who: who as Who, params }
    }
  return undefined
}
