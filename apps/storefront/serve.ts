// The bundle's one entry: the shop, or with `laboratory-api` as argument the main API alone.
import { run } from './server/run.ts'

if (process.argv[2] === 'laboratory-api') await import('./laboratory-api-server.ts')
else {
  const { open, prepare } = await import('./server.ts')
  const pages = await import('virtual:react-router/server-build')
  await run(undefined, prepare, (settings, logger) => open(settings, logger, pages))
}
