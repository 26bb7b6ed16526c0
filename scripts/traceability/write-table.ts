import { relative } from 'node:path'
import type { Proof } from './proofs.ts'
import type { Statement } from './statements.ts'

const SECTIONS: Readonly<Record<string, string>> = {
  1: 'What the product does and for whom',
  2: 'Screens and routes',
  3: 'Entities and their fields',
  4: 'States and transitions',
  5: 'Validation rules',
  6: 'Roles and permissions',
  7: 'Calls',
  8: 'Error catalogue',
  9: 'Business constants and limits',
}

const HEAD = `# Traceability

Each statement of the specification and the tests that prove it. Written by \`npm run traceability\` from the tags of
the tests; \`npm test\` fails on a statement without a proof, on an unknown id and on a proof that did not run.
`

/** Tests of one file that stand by name: of a table of cases the first tell enough. */
const NAMED = 3

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

function proofOf({ id, unprovable }: Statement, proofs: readonly Proof[]): string {
  if (unprovable) return `*No test: ${cell(unprovable)}*`
  const own = proofs.filter((proof) => proof.id === id)
  const byFile = Map.groupBy(own, ({ file }) => file)
  const links = [...byFile].flatMap(([file, tests]) => {
    const named = tests.slice(0, tests.length > NAMED ? NAMED - 1 : NAMED)
    const more = tests.length - named.length
    return [
      ...named.map(({ title }) => `[${cell(title)}](${relative('docs/traceability', file)})`),
      ...(more > 0 ? [`and ${more} more there`] : []),
    ]
  })
  return links.join('<br>') || '**none**'
}

/** The table as Markdown, one section after the other. */
export function writeTable(statements: readonly Statement[], proofs: readonly Proof[]): string {
  const sections = Object.entries(SECTIONS).map(([number, name]) => {
    const rows = statements
      .filter(({ id }) => id.startsWith(`SPEC-${number}-`))
      .map((statement) => `| ${statement.id} | ${cell(statement.text)} | ${proofOf(statement, proofs)} |`)
    return `## ${number}. ${name}\n\n| Id | Statement | Proven by |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  return `${HEAD}\n${sections.join('\n')}`
}
