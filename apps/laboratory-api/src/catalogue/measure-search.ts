import { join } from 'node:path'
import { projectFiles } from '@shop/server/project-files'
import { createEverydaySearch, measureEveryday, readEveryday } from '../search/quality/measure-everyday.ts'
import { measureNonsense, readNonsense } from '../search/quality/measure-nonsense.ts'
import { measureQuality, readQualityQueries, shareFound } from '../search/quality/measure-quality.ts'
import { readSearchEntries } from './file-entries.ts'

/**
 * `npm run measure:search`: how many names and everyday questions find the expected entries among the first
 * three.
 */
async function measure(): Promise<void> {
  const search = await createEverydaySearch(await readSearchEntries(join(projectFiles, 'catalogue')))
  const { analyses } = search.catalogue
  const line = (text: string) => process.stdout.write(`${text}\n`)
  for (const name of ['queries', 'names-tuning', 'names-held-out'] as const) {
    const queries = await readQualityQueries(name)
    const qualities = measureQuality(search.index, analyses, queries, search.reasonOf)
    for (const { kind, asked, found, missed } of qualities) {
      line(`${kind.padEnd(36)} ${found} of ${asked}`)
      // The held-out queries are not printed, so that no one tunes for them.
      for (const { query, missing, first } of name === 'names-held-out' ? [] : missed) {
        line(`    ${query}: ${missing.join(', ')} missing, first are ${first.join(', ') || 'none'}`)
      }
    }
    line(`${name}, whole: ${(shareFound(qualities) * 100).toFixed(1)} %`)
  }
  for (const name of ['everyday-tuning', 'everyday-held-out'] as const) {
    const { asked, useful, harmful, missed, byLanguage } = measureEveryday(search, await readEveryday(name))
    const languages = Object.entries(byLanguage).map(
      ([language, part]) => `${language} ${part.useful} of ${part.asked}`,
    )
    line(
      `${name}: useful ${useful} of ${asked} (${((useful / asked) * 100).toFixed(1)} %; ${languages.join(', ')}), harmful ${harmful.length}`,
    )
    if (name === 'everyday-tuning')
      for (const text of [...missed, ...harmful.map((harm) => `harm! ${harm}`)]) line(`    ${text}`)
  }
  for (const name of ['nonsense-tuning', 'nonsense-held-out'] as const) {
    const { asked, answered } = measureNonsense(search, await readNonsense(name))
    line(`${name}: ${answered.length} of ${asked} answered`)
    if (name === 'nonsense-tuning') for (const text of answered) line(`    ${text}`)
  }
}

await measure()
