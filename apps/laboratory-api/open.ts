import { MAIN_API_PATH } from '@shop/contract/page-links'
import type { Database } from '@shop/database/open-database'
import { STAFF_ROLES } from '@shop/domain/staff'
import { demoEmail } from '@shop/sandbox/sandbox-accounts'
import type { Tables } from '@shop/server/open-served-database'
import { migrationsOf } from '@shop/server/project-files'
import type { Role } from '@shop/server/settings'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { LaboratoryProgramSettings } from './settings.ts'
import type { PersonalDataElsewhere, PersonalDataHolder } from './src/accounts/personal-data.ts'
import { createLaboratoryApi, type LaboratoryApi } from './src/app.ts'
import { DATABASE_ACCESS } from './src/database-access.ts'
import { endDemoClient } from './src/demo/demo-client.ts'
import { migrateJobs } from './src/jobs/jobs.ts'
import { kindOfCall, SANDBOX_MOUNT } from './src/kind-of-call.ts'
import { noteSandbox } from './src/metrics.ts'
import { LABORATORY_SCHEMAS } from './src/schema.ts'
import { endDemoStaff } from './src/staff/demo-staff.ts'

/** @throws Error that says what a release without the sandbox needs */
const loadDemo = () =>
  import('./demo.ts').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Error(
      'this release does not include the sandbox: set SMTP_URL, and PAYMENT_API_URL or PAYMENT_PROVIDER=stripe; to try the shop out, unpack the sandbox archive over it',
    )
  })

const usesSandbox = ({ sandbox }: Pick<LaboratoryProgramSettings, 'sandbox'>) =>
  sandbox.mail || sandbox.payment

/** The tables of the main API, its jobs and the sandbox. */
export const LABORATORY_TABLES = {
  migrations: ['laboratory-api', 'sandbox'].map(migrationsOf),
  schemas: LABORATORY_SCHEMAS,
  fill: migrateJobs,
  access: DATABASE_ACCESS,
} satisfies Tables

/** The same for trying out: a new database gets the demo catalogue. */
export const DEMO_TABLES = {
  ...LABORATORY_TABLES,
  async fill(database: Database): Promise<void> {
    await LABORATORY_TABLES.fill(database)
    await (await loadDemo()).importDemoCatalogue(database)
  },
} satisfies Tables

export const laboratoryTables = (settings: Pick<LaboratoryProgramSettings, 'sandbox'>) =>
  usesSandbox(settings) ? DEMO_TABLES : LABORATORY_TABLES

export interface OpenedLaboratory {
  api: Pick<LaboratoryApi['app'], 'fetch'>
  /** The main API under `/laboratory-api`, and the sandbox if the settings name no real party. */
  mounts: Hono
  kindOf: typeof kindOfCall
  addresses: [label: string, address: string][]
  /** Adds to the export what another program holds of an account. */
  holds: (holder: PersonalDataHolder) => void
  asks: (source: PersonalDataElsewhere) => void
  close(): Promise<void>
}

/** Opens the main API with its jobs, and the sandbox for those parties that the settings leave out. */
export async function openMainApi(
  settings: LaboratoryProgramSettings,
  { database, logger, role }: { database: Database; logger: Logger; role: Role },
): Promise<OpenedLaboratory> {
  const works = role !== 'web'
  const { apiPublicUrl } = settings
  noteSandbox(settings.sandbox)
  const demo = usesSandbox(settings) ? await loadDemo() : null
  const origin = new URL(apiPublicUrl).origin
  const sandbox = demo?.createDemoSandbox(settings, { database, logger })
  const mailServer = settings.sandbox.mail && works ? await sandbox?.startMailServer() : undefined
  if (settings.instrument && works) await sandbox?.startInstrument(settings.instrument)
  const mail = { ...settings.mail, ...(mailServer ? { smtpUrl: mailServer.url } : {}) }
  const laboratory = await createLaboratoryApi({ database, settings: { ...settings, mail }, logger, works })
  await laboratory.start()
  // Started now, so that the first search does not wait for it.
  void laboratory.context.catalogue.search()
  if (laboratory.context.catalogue.current().version === 0) {
    logger.warn(
      'there is no catalogue, so nothing is offered: import one with npm run catalogue:import -- <folder>',
    )
  }
  const tried =
    demo && sandbox && settings.sandbox.payment
      ? await demo.openDemo({ laboratory, sandbox, settings, logger, works })
      : null
  if (!tried) {
    await endDemoStaff(laboratory.context, STAFF_ROLES.map(demoEmail))
    await endDemoClient(laboratory.context)
  }
  const mounts = new Hono()
  mounts.mount(MAIN_API_PATH, laboratory.app.fetch as (request: Request) => Response)
  if (sandbox) mounts.route(SANDBOX_MOUNT, sandbox.app)
  return {
    api: laboratory.app,
    holds: (holder) => laboratory.context.personalData.contribute(holder),
    asks: (source) => laboratory.context.personalData.askElsewhere(source),
    mounts,
    kindOf: kindOfCall,
    addresses: [
      ...(settings.sandbox.mail
        ? [['Mailbox', `${origin}${SANDBOX_MOUNT}/mailbox`] as [string, string]]
        : []),
      ...(settings.sandbox.payment
        ? [['Payment page', `${origin}${SANDBOX_MOUNT}`] as [string, string]]
        : []),
      ...(tried?.addresses ?? []),
      ['API description', `${apiPublicUrl}/${settings.showsViewer ? 'docs' : 'openapi.json'}`],
    ],
    async close() {
      await tried?.close()
      await laboratory.close()
      await sandbox?.close()
    },
  }
}
