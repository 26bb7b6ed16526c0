import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  serverBuildFile: 'server.js',
  // Every route is known at once: client navigation needs no second question to the server.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
