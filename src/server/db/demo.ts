/** The accounts of the demo shop. Their passwords are public: they exist only where SHOP_MODE is 'demo'. */
export const demoAccounts = [
  {
    id: '0199a000-0000-7000-8000-0000000000a1',
    label: 'User',
    email: 'user@tuckshop.example',
    password: 'small-goods',
    name: 'Robin Demo',
    admin: false,
  },
  {
    id: '0199a000-0000-7000-8000-0000000000a2',
    label: 'Admin',
    email: 'admin@tuckshop.example',
    password: 'well-made',
    name: 'Sam Demo',
    admin: true,
  },
] as const

export const isDemoAccount = (userId: string | undefined): boolean =>
  demoAccounts.some(({ id }) => id === userId)

/** Everybody knows these: outside of the demo they open nothing. */
export const isDemoPassword = (password: string): boolean =>
  demoAccounts.some(account => account.password === password)
