import { join } from 'node:path'
import { projectFiles } from '@shop/server/project-files'
import { readSearchEntries } from './quality/file-entries.ts'
import { measureQuality, readQualityQueries, shareFound } from './quality/measure-quality.ts'
import { createSearchIndex } from './search-index.ts'

/** `npm run measure:search`: how many of the quality queries find what they should among the first three. */
async function measure(): Promise<void> {
  const entries = await readSearchEntries(join(projectFiles, 'catalogue'))
  const qualities = measureQuality(await createSearchIndex(entries), entries, await readQualityQueries())
  const line = (text: string) => process.stdout.write(`${text}\n`)
  for (const { kind, asked, found, missed } of qualities) {
    line(`${kind.padEnd(36)} ${found} of ${asked}`)
    for (const { query, missing, first } of missed) {
      line(`    ${query}: ${missing.join(', ')} missing, first are ${first.join(', ') || 'none'}`)
    }
  }
  line(`whole: ${(shareFound(qualities) * 100).toFixed(1)} %`)
}

await measure()
