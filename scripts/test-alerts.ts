// npm run test:alerts: Debian's promtool reads deploy/monitoring as Prometheus does, and runs each alert's own
// examples.
import { join } from 'node:path'
import { assert, haveDebian, main, root, run } from './operations/tools.ts'

const PROMTOOL = '/usr/bin/promtool'
const MINUTES = 5

await main(MINUTES, async () => {
  if (!haveDebian({ prometheus: PROMTOOL })) return 'skipped: needs promtool, from the package prometheus'
  const cwd = join(root, 'deploy/monitoring')
  const check = (what: string, args: string[]) =>
    assert(run(PROMTOOL, args, { cwd }).includes('SUCCESS'), what)
  check('Prometheus can read its configuration', ['check', 'config', 'prometheus.yml'])
  check('Prometheus can read the alerts', ['check', 'rules', '--lint-fatal', 'alerts.yml'])
  check('each alert fires when it should, and only then', ['test', 'rules', 'alerts.test.yml'])
  return undefined
})
