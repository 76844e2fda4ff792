/** Keys and indexes joined by points, such as `banners.0.title`. Errors of the contract name fields the same way. */
export type Path = string

type Node = Readonly<Record<string, unknown>> | readonly unknown[]

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

export const valueAt = (root: unknown, path: Path): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) => (isNode(value) ? (value as Record<string, unknown>)[key] : undefined),
      root,
    )

/**
 * A copy with another value at the path; everything else is shared. The index after the last adds to a list. A path that
 * has gone changes nothing.
 */
export function withValue<Root>(root: Root, path: Path, value: unknown): Root {
  const [key = '', ...rest] = path.split('.')
  if (!isNode(root)) return root
  const before = (root as Record<string, unknown>)[key]
  const next = rest.length > 0 ? withValue(before, rest.join('.'), value) : value
  return (Array.isArray(root) ? root.toSpliced(Number(key), 1, next) : { ...root, [key]: next }) as Root
}
