import cluster from 'node:cluster'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@shop/database/open-database'
import { createSandbox, DEMO_STAFF, SANDBOX_PAYMENT, type Sandbox } from '@shop/sandbox/app'
import { demoEmail } from '@shop/sandbox/sandbox-accounts'
import { describeError } from '@shop/server/log'
import { projectFiles } from '@shop/server/project-files'
import type { Logger } from 'pino'
import type { LaboratoryProgramSettings } from './settings.ts'
import type { LaboratoryApi } from './src/app.ts'
import { importCatalogueIfEmpty } from './src/catalogue/import/import-catalogue.ts'
import { openDemoClient } from './src/demo/demo-client.ts'
import { fillDemoMorning } from './src/demo/demo-morning.ts'
import { SANDBOX_MOUNT } from './src/kind-of-call.ts'
import { openDemoStaff } from './src/staff/demo-staff.ts'

// The sandbox, which stands in for outside parties, and everything to try out. In a separate file, which
// `open.ts` loads
// only if the settings name no real party, because releases are shipped without it.

const LOOK_MS = 200

/** Gives a new database something to sell. */
export async function importDemoCatalogue(database: Database): Promise<void> {
  const report = await importCatalogueIfEmpty({ database, folder: join(projectFiles, 'catalogue') })
  if (report && report.refused.length > 0) throw new Error('catalogue: the demo catalogue was refused')
}

/** Creates the sandbox for a main API that is about to open. */
export function createDemoSandbox(
  { apiPublicUrl, labSystemToken }: LaboratoryProgramSettings,
  { database, logger }: { database: Database; logger: Logger },
): Sandbox {
  return createSandbox({
    database,
    publicUrl: `${new URL(apiPublicUrl).origin}${SANDBOX_MOUNT}`,
    payment: SANDBOX_PAYMENT,
    laboratory: { root: apiPublicUrl, token: labSystemToken ?? '', fetch },
    fetch,
    logger,
  })
}

interface Demo {
  laboratory: LaboratoryApi
  sandbox: Sandbox
  settings: LaboratoryProgramSettings
  logger: Logger
  works: boolean
}

/**
 * Adds staff and a laboratory's system to try out, beside the payment page; if the settings ask for it, also
 * the day's visits.
 */
export async function openDemo({ works, ...demo }: Demo) {
  const { laboratory, settings } = demo
  const people = DEMO_STAFF.people.map((person) => ({ ...person, email: demoEmail(person.role) }))
  await openDemoStaff(laboratory.context, { ...DEMO_STAFF, people })
  await openDemoClient(laboratory.context)
  const ending = new AbortController()
  const isFirst = cluster.isPrimary || cluster.worker?.id === 1
  const filling =
    settings.demoMorning && works && isFirst ? fillOnceServed({ ...demo, signal: ending.signal }) : undefined
  return {
    addresses: peopleToTry(settings.deskUrl, new URL(settings.apiPublicUrl).origin),
    async close() {
      ending.abort()
      await filling
    },
  }
}

/** Who can log in at this desk, and where the current code is shown. */
function peopleToTry(deskUrl: string, origin: string): [string, string][] {
  return [
    ['Desk', deskUrl],
    ...DEMO_STAFF.people.map(({ role }): [string, string] => [`  ${role}`, demoEmail(role)]),
    ['  password', DEMO_STAFF.password],
    ['  current code', `${origin}/sandbox/desk`],
  ]
}

interface Filling extends Omit<Demo, 'works'> {
  signal: AbortSignal
}

/** Fills a morning for the desk, once the payment page can be reached. If that fails, the shop runs without it. */
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
    if (!signal.aborted) logger.warn(describeError(error), 'the demo morning could not be filled')
  }
}
