import { resolve } from 'node:path'
import { todayIn } from '@shop/domain/age'
import { type CommandDatabase, type CommandLine, openForCommand } from '../open-for-command.ts'
import { importCatalogue } from './import/import-catalogue.ts'
import type { ImportReport } from './import/import-report.ts'
import { CATALOGUE_KINDS } from './import/read-catalogue-files.ts'
import { settleComingPrices } from './import/settle-prices.ts'

const SHOWN_REFUSALS = 100
const SHOWN_NAMES = 20

/**
 * `npm run catalogue:import -- <folder>`: imports and prints what was added, changed, withdrawn or refused. A
 * running shop on PostgreSQL picks it up immediately; the embedded database can be opened only while the shop is
 * stopped. Returns the exit code: 0 imported, 1 refused, 2 wrong usage.
 */
export async function runImportCommand({
  args,
  zone,
  print,
  ...place
}: CommandLine &
  CommandDatabase & {
    /** The time zone in which days begin. */
    zone: string
  }): Promise<number> {
  const [folder] = args
  if (!folder || args.length > 1 || folder.startsWith('-')) {
    print('Usage: npm run catalogue:import -- <folder of the catalogue files>')
    return 2
  }
  const database = await openForCommand(place)
  try {
    const at = new Date()
    await settleComingPrices(database, { today: todayIn(zone, at), at })
    const report = await importCatalogue({ database, folder: resolve(folder) })
    for (const line of describeReport(report)) print(line)
    return report.refused.length > 0 ? 1 : 0
  } finally {
    await database.close()
  }
}

/** The report as lines of text. */
function describeReport({ refused, changes, counts, version, isChanged }: ImportReport): string[] {
  if (refused.length > 0) {
    const shown = refused.slice(0, SHOWN_REFUSALS).map(({ file, entry, field, reason }) => {
      const place = [file, entry, field].filter(Boolean).join(' / ')
      return `  ${place}: ${reason}`
    })
    const more = refused.length - shown.length
    const rest = more > 0 ? [`  and ${more} more`] : []
    return [`Refused; nothing was stored. Reasons: ${refused.length}`, ...shown, ...rest]
  }
  const kinds = CATALOGUE_KINDS.map((kind) => {
    const { added, changed, withdrawn } = changes[kind]
    const parts = Object.entries({ added, changed, withdrawn }).flatMap(([word, names]) =>
      names.length === 0 ? [] : [`${names.length} ${word} (${namesOf(names)})`],
    )
    return `  ${kind}: ${counts[kind]} in force; ${parts.join('; ') || 'nothing changed'}`
  })
  const head = isChanged
    ? `Catalogue version ${version} is in force.`
    : `Nothing changed: version ${version} stays in force.`
  return [head, ...kinds]
}

function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN_NAMES).join(', ')
  return names.length > SHOWN_NAMES ? `${shown}, …` : shown
}
