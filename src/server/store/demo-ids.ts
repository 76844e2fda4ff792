/** The contents of a demo (src/server/demo), and how many there are of each kind. */
const contents = {
  item: { group: '1111', count: 12 },
  review: { group: '2222', count: 16 },
  customer: { group: '3333', count: 10 },
} as const

type Content = keyof typeof contents

/** The same ids in every demo, so that all of its contents can be removed when the shop goes live. */
export const demoId = (of: Content, number: number): string =>
  `0199a000-0000-7000-8000-${contents[of].group}${String(number).padStart(8, '0')}`

export const demoIds = (of: Content): string[] =>
  Array.from({ length: contents[of].count }, (_, index) => demoId(of, index + 1))

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

/** These passwords are public, so no shop accepts them outside of the demo. */
export const isDemoPassword = (password: string): boolean =>
  demoAccounts.some(account => account.password === password)
