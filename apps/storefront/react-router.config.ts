import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  serverBuildFile: 'server.js',
  // Every route is known from the start: client navigation needs no second request to the server.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
