import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // The whole route table travels with the first page: no call for a manifest while the visitor waits.
  routeDiscovery: { mode: 'initial' },
  // What a page does before a visit is one line here, not worth a file of its own.
  splitRouteModules: false,
} satisfies Config
