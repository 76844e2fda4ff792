/** The same partner, whose calls are made by `around`: it is given the name of the call and how to make it. */
export const wrapCalls = <T extends object>(
  partner: T,
  around: (name: string, call: () => unknown) => unknown,
): T =>
  new Proxy(partner, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => around(String(name), () => Reflect.apply(value, target, given))
    },
  })
