import * as pages from 'virtual:react-router/server-build'
import { readMigrationSettings } from '@shop/server/migration-settings'
import { run } from '@shop/server/run'
import { forPartners } from '@shop/server/run-partners'
import { PARTNER_SETTINGS } from '../partner-settings.ts'
import { createSite } from './server/site.ts'
import { readSettings } from './settings.ts'

/** The desk: pages for the network's own staff. It stores nothing itself and asks the main API. */
await run(
  forPartners({
    name: 'desk',
    readSettings,
    partnerSettings: PARTNER_SETTINGS,
    neededOf: () => ['DESK_URL'],
    addressesOf: ({ desk }) => [desk.publicUrl],
    readForMigration: (environment) => ({ server: readMigrationSettings(environment) }),
    prepare: async () => {},
    migrate: async () => [],
    open: async ({ desk }, logger) => ({
      app: createSite({ pages, settings: desk, logger }),
      addresses: [['Desk', desk.publicUrl]],
      close: async () => {},
    }),
  }),
)
