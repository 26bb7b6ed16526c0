import { notReady } from '@shop/server/health'
import { readMigrationSettings } from '@shop/server/migration-settings'
import { run } from '@shop/server/run'
import { securityHeaders } from '@shop/server/security-headers'
import { ownEnvironment } from '@shop/server/settings'
import { withVault } from '@shop/server/vault'
import { Hono } from 'hono'
import { readSettings } from './settings.ts'
import { openGateway } from './src/open-gateway.ts'

const TIMEOUT_MS = 2_000

/**
 * The gateway to a laboratory that speaks HL7 v2. It calls the main API as a client and has no access to the
 * shop's database.
 */
await run({
  name: 'hl7-gateway',
  readSettings: async () => readSettings(await withVault(ownEnvironment())),
  readForMigration: async () => ({ server: readMigrationSettings(ownEnvironment()) }),
  prepare: async () => {},
  migrate: async () => [],
  async open({ gateway: settings }, logger) {
    const gateway = await openGateway(settings, { logger })
    const app = new Hono()
    app.use(securityHeaders(false))
    app.get('/healthz', (c) => c.text('ok'))
    app.get('/readyz', async (c) => {
      const url = `${settings.apiRoot}/fhir/R4/metadata`
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const answer = await fetch(url, { redirect: 'error', signal }).catch(() => null)
      return answer?.ok ? c.text('ok') : notReady('main API')
    })
    const { host, port } = settings.laboratory
    return {
      app,
      addresses: [
        [
          'HL7 v2, reports in',
          `${settings.tls ? 'mllps' : 'mllp'}://${settings.listen.host}:${gateway.port}`,
        ],
        ['HL7 v2, orders out', `${settings.tls ? 'mllps' : 'mllp'}://${host}:${port}`],
      ],
      close: gateway.close,
    }
  },
})
