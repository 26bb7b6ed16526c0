import cluster from 'node:cluster'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@shop/database/open-database'
import { createSandbox, DEMO_STAFF, demoEmail, SANDBOX_PAYMENT, type Sandbox } from '@shop/sandbox/app'
import { describeError } from '@shop/server/log'
import { noteSandbox } from '@shop/server/metrics'
import type { Tables } from '@shop/server/open-served-database'
import { migrationsOf, projectFiles } from '@shop/server/project-files'
import type { Role } from '@shop/server/settings'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { LaboratoryProgramSettings } from './settings.ts'
import { createLaboratoryApi, type LaboratoryApi } from './src/app.ts'
import { importCatalogueIfEmpty } from './src/catalogue/import/import-catalogue.ts'
import { DATABASE_ACCESS } from './src/database-access.ts'
import { fillDemoMorning } from './src/demo/demo-morning.ts'
import { migrateJobs } from './src/jobs/jobs.ts'
import { endDemoStaff, openDemoStaff } from './src/staff/demo-staff.ts'

const LOOK_MS = 200

/** The tables of the main API, of its jobs and of the parties that stand in for others; a new database gets the demo catalogue. */
export const LABORATORY_TABLES = {
  migrations: ['laboratory-api', 'sandbox'].map(migrationsOf),
  async fill(database: Database): Promise<void> {
    await migrateJobs(database)
    await importDemoCatalogue(database)
  },
  access: DATABASE_ACCESS,
} satisfies Tables

export interface OpenedLaboratory {
  api: Pick<LaboratoryApi['app'], 'fetch'>
  /** The main API under `/laboratory-api`, and the sandbox where the settings name no real party. */
  mounts: Hono
  addresses: [label: string, address: string][]
  close(): Promise<void>
}

/** Opens the main API with its jobs, and the sandbox beside it for the parties that the settings leave out. */
export async function openLaboratory(
  settings: LaboratoryProgramSettings,
  { database, logger, role }: { database: Database; logger: Logger; role: Role },
): Promise<OpenedLaboratory> {
  const works = role !== 'web'
  const { apiPublicUrl, labSystemToken } = settings
  noteSandbox(settings.sandbox)
  const useSandbox = settings.sandbox.mail || settings.sandbox.payment
  const origin = new URL(apiPublicUrl).origin
  const sandbox = useSandbox
    ? createSandbox({
        database,
        publicUrl: origin,
        payment: SANDBOX_PAYMENT,
        laboratory: { root: apiPublicUrl, token: labSystemToken ?? '', fetch },
        fetch,
        logger,
      })
    : undefined
  const mailServer = settings.sandbox.mail && works ? await sandbox?.startMailServer() : undefined
  if (settings.instrument && works) await sandbox?.startInstrument(settings.instrument)
  const mail = { ...settings.mail, ...(mailServer ? { smtpUrl: mailServer.url } : {}) }
  const laboratory = await createLaboratoryApi({ database, settings: { ...settings, mail }, logger, works })
  await laboratory.start()
  // Who searches first need not wait for it.
  void laboratory.context.catalogue.search()
  const people = DEMO_STAFF.people.map((person) => ({ ...person, email: demoEmail(person.role) }))
  if (settings.sandbox.payment) await openDemoStaff(laboratory.context, { ...DEMO_STAFF, people })
  else {
    await endDemoStaff(
      laboratory.context,
      people.map(({ email }) => email),
    )
  }
  const ending = new AbortController()
  const isFirst = cluster.isPrimary || cluster.worker?.id === 1
  const filling =
    settings.demoMorning && settings.sandbox.payment && sandbox && works && isFirst
      ? fillOnceServed({ laboratory, sandbox, settings, logger, signal: ending.signal })
      : undefined
  const mounts = new Hono()
  mounts.mount('/laboratory-api', laboratory.app.fetch as (request: Request) => Response)
  if (sandbox) mounts.route('/sandbox', sandbox.app)
  return {
    api: laboratory.app,
    mounts,
    addresses: [
      ...(settings.sandbox.mail ? [['Mailbox', `${origin}/sandbox/mailbox`] as [string, string]] : []),
      ...(settings.sandbox.payment ? [['Payment page', `${origin}/sandbox`] as [string, string]] : []),
      ...(settings.sandbox.payment ? peopleToTry(settings.deskUrl, origin) : []),
      ['API description', `${apiPublicUrl}/${settings.showsViewer ? 'docs' : 'openapi.json'}`],
    ],
    async close() {
      ending.abort()
      await filling
      await laboratory.close()
      await sandbox?.close()
    },
  }
}

/** Who may log in at the desk here, and where the code of now is shown. */
function peopleToTry(deskUrl: string, origin: string): [string, string][] {
  return [
    ['Desk', deskUrl],
    ...DEMO_STAFF.people.map(({ role }): [string, string] => [`  ${role}`, demoEmail(role)]),
    ['  password', DEMO_STAFF.password],
    ['  code of now', `${origin}/sandbox/desk`],
  ]
}

interface Filling {
  laboratory: LaboratoryApi
  sandbox: Sandbox
  settings: LaboratoryProgramSettings
  logger: Logger
  signal: AbortSignal
}

/** A morning for the desk to look at, once the payment page can be reached. Without it the shop goes on. */
async function fillOnceServed({ laboratory, sandbox, settings, logger, signal }: Filling): Promise<void> {
  const { app, context } = laboratory
  const isServed = () => fetch(`${settings.apiPublicUrl}/healthz`, { signal }).then(({ ok }) => ok)
  try {
    while (!(await isServed().catch(() => false))) await pause(LOOK_MS, undefined, { signal })
    await fillDemoMorning({
      context,
      fetch: async (input, init) => app.request(input, { ...init, signal }),
      async pay(redirectUrl) {
        const answer = await sandbox.app.request(new URL(redirectUrl).pathname.replace(/^\/sandbox/, ''), {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ outcome: 'successful' }),
        })
        if (!answer.ok) throw new Error(`the payment page answered ${answer.status}`)
      },
      staffEmail: demoEmail('reception'),
    })
  } catch (error) {
    if (!signal.aborted) logger.warn(describeError(error), 'the demo morning is not filled')
  }
}

async function importDemoCatalogue(database: Database): Promise<void> {
  const report = await importCatalogueIfEmpty({ database, folder: join(projectFiles, 'catalogue') })
  if (report && report.refused.length > 0) throw new Error('catalogue: the demo catalogue was refused')
}
