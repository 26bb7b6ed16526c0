import * as pages from 'virtual:react-router/server-build'
import { run } from '@shop/server/run'
import { forPartners } from '@shop/server/run-partners'
import { NEEDED_BY_MAIN_API, PARTNER_SETTINGS } from '../partner-settings.ts'
import { addressesOf, migrateShop, openShop, prepareShop } from './server/open-shop.ts'
import { readForMigration, readSettings } from './settings.ts'

/** The shop, with the main API and the sandbox in the same process, or on its own when `API_ROOT` is set. */
await run(
  forPartners({
    name: 'storefront',
    readSettings,
    readForMigration,
    partnerSettings: PARTNER_SETTINGS,
    neededOf: ({ API_ROOT }) => (API_ROOT ? ['PUBLIC_URL'] : NEEDED_BY_MAIN_API),
    addressesOf,
    secretsOf: ({ laboratory }) => laboratory,
    prepare: prepareShop,
    migrate: migrateShop,
    open: (settings, logger) => openShop(settings, logger, pages),
  }),
)
