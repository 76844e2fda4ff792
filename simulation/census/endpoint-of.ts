import { namedCalls } from '#contract/index.ts'

const patterns = namedCalls
  .map(({ call: { method, path } }) => ({
    name: `${method} ${path}`,
    method,
    pattern: new RegExp(`^/api${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    parameters: path.split('{').length - 1,
  }))
  // '/booking/send' before '/booking/{id}'.
  .sort((one, other) => one.parameters - other.parameters)

/** All calls of the contract, such as 'GET /items/{id}'. */
export const endpointNames: readonly string[] = patterns.map(({ name }) => name)

/** Which call of the contract a request is; undefined if it is none. */
export function endpointOf(method: string, path: string): string | undefined {
  const [pathname = ''] = path.split('?', 1)
  return patterns.find(one => one.method === method && one.pattern.test(pathname))?.name
}
