import { join } from 'node:path'
import type { Database } from '@shop/database/open-database'
import { repositoryRoot } from '@shop/database/repository-root'
import { createLaboratoryApi, type LaboratoryApi } from '@shop/laboratory-api/app'
import { importCatalogueIfEmpty } from '@shop/laboratory-api/catalogue/import/import-catalogue-if-empty'
import { createSandbox, SANDBOX_PAYMENT } from '@shop/sandbox/app'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Settings } from './settings.ts'

export interface OpenedLaboratoryApi {
  /** The main API, paths relative to its root. */
  api: Pick<LaboratoryApi['app'], 'fetch'>
  /** The sandbox, where the settings name no real party. */
  sandbox: Hono | undefined
  close(): Promise<void>
}

/** Opens the main API with its jobs, and the sandbox beside it for the parties that the settings leave out. */
export async function openLaboratoryApi(
  settings: Settings,
  database: Database,
  logger: Logger,
): Promise<OpenedLaboratoryApi> {
  const { apiPublicUrl, labSystemToken } = settings.laboratoryApi
  const useSandbox = settings.sandbox.mail || settings.sandbox.payment
  const sandbox = useSandbox
    ? createSandbox({
        database,
        publicUrl: new URL(apiPublicUrl).origin,
        payment: SANDBOX_PAYMENT,
        laboratory: { root: apiPublicUrl, token: labSystemToken, fetch },
        fetch,
        logger,
      })
    : undefined
  const mailServer = settings.sandbox.mail ? await sandbox?.startMailServer() : undefined
  const mail = { ...settings.laboratoryApi.mail, ...(mailServer ? { smtpUrl: mailServer.url } : {}) }
  const laboratory = await createLaboratoryApi({
    database,
    settings: { ...settings.laboratoryApi, mail },
    logger,
  })
  await laboratory.start()
  return {
    api: laboratory.app,
    sandbox: sandbox?.app,
    async close() {
      await laboratory.close()
      await sandbox?.close()
    },
  }
}

/** A new database gets the demo catalogue once. */
export async function importDemoCatalogue(database: Database): Promise<void> {
  const report = await importCatalogueIfEmpty({ database, folder: join(repositoryRoot, 'catalogue') })
  if (report && report.refused.length > 0) throw new Error('catalogue: the demo catalogue was refused')
}
