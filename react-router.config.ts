import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // The whole route table travels with the first page: no call for a manifest while the visitor waits.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
