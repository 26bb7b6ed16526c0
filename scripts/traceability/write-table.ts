import { dirname, relative } from 'node:path'
import type { Proof } from './proofs.ts'
import type { Body, Excuse, Statement } from './statements.ts'

/** How many tests of one file are listed by name: of a table of cases the first are enough. */
const NAMED = 3

const EXCUSE_TITLES: Readonly<Record<Exclude<Excuse, 'document'>, string>> = {
  unprovable: 'No test',
  notApplicable: 'Does not apply',
  open: 'Open',
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

function proofOf({ id, without }: Statement, proofs: readonly Proof[], folder: string): string {
  const excuse =
    without?.kind === 'document'
      ? [`[${cell(without.words)}](${relative(folder, without.words)})`]
      : without
        ? [`*${EXCUSE_TITLES[without.kind]}: ${cell(without.words)}*`]
        : []
  const own = proofs.filter((proof) => proof.id === id)
  const byFile = Map.groupBy(own, ({ file }) => file)
  const links = [...byFile].flatMap(([file, tests]) => {
    const named = tests.slice(0, tests.length > NAMED ? NAMED - 1 : NAMED)
    const more = tests.length - named.length
    return [
      ...named.map(
        ({ title, isSlow }) => `[${cell(title)}](${relative(folder, file)})${isSlow ? ' (slow)' : ''}`,
      ),
      ...(more > 0 ? [`and ${more} more there`] : []),
    ]
  })
  return [...excuse, ...links].join('<br>') || '**none**'
}

/** The table as Markdown, section by section. */
export function writeTable(body: Body, statements: readonly Statement[], proofs: readonly Proof[]): string {
  const folder = dirname(body.table)
  const sections = Object.entries(body.sections).map(([start, name]) => {
    const rows = statements
      .filter(({ id }) => id.startsWith(start))
      .map(
        (statement) =>
          `| ${statement.id} | ${cell(statement.text)} | ${proofOf(statement, proofs, folder)} |`,
      )
    return `## ${name}\n\n| Id | Statement | Proven by |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  return `${body.head}\n${sections.join('\n')}`
}
