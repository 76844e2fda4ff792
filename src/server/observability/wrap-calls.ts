/** Wraps an object, so that its method calls go through `around`. */
export const wrapCalls = <T extends object>(
  adapter: T,
  around: (name: string, call: () => unknown) => unknown,
): T =>
  new Proxy(adapter, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...parameters: unknown[]) =>
        around(String(name), () => Reflect.apply(value, target, parameters))
    },
  })
