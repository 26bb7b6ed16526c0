/** A test that names a statement. */
export interface Proof {
  id: string
  /** Path from the root of the repository. */
  file: string
  /** The test's name as written, placeholders included. */
  title: string
}

const MARK = /^\s*\/\/ proves (SPEC-.*)$/
const MORE = /^\s*\/\/ (SPEC-.*)$/
const TEST = /^\s*(?:(?:for \(.*\) )?test(?:\.(?:each|for))?\b)/
/** A row of the table that the next test goes through. */
const ROW = /^\s*(?:[[{'"`]|[\w-]+:|\w+\()/
const TITLE = /(?:\btest\(|\]\)\(|\w\)\()\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/

/**
 * Reads which tests of a file prove what: `// proves SPEC-…, SPEC-…` stands above a test, or above a row of the table
 * that the next test goes through; further lines `// SPEC-…` continue it.
 * @throws Error for a mark that stands above neither
 */
export function findProofs({ file, source }: { file: string; source: string }): Proof[] {
  const lines = source.split('\n')
  const proofs: Proof[] = []
  for (const [index, line] of lines.entries()) {
    const first = MARK.exec(line)?.[1]
    if (!first) continue
    const ids = idsOf(first)
    let next = index + 1
    for (let more = MORE.exec(lines[next] ?? ''); more; more = MORE.exec(lines[next] ?? '')) {
      ids.push(...idsOf(more[1]!))
      next += 1
    }
    const title = titleBelow(lines, next)
    if (!title) throw new Error(`${file}:${index + 1} "proves" stands above no test`)
    for (const id of ids) proofs.push({ id, file, title })
  }
  return proofs
}

function idsOf(list: string): string[] {
  return list
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean)
}

function titleBelow(lines: string[], at: number): string | undefined {
  const line = lines[at] ?? ''
  if (!TEST.test(line) && !ROW.test(line)) return undefined
  const match = TITLE.exec(lines.slice(at).join('\n'))
  const title = match?.[1] ?? match?.[2] ?? match?.[3]
  return title?.replaceAll(/\\(['"`])/g, '$1')
}

/** Whether the name of a test that ran comes from a title as written (`%s`, `$name` and `${name}` stand for anything). */
export function isTitleOf(title: string, ran: string): boolean {
  const parts = title.split(/%[sdijfo#%]|\$\{[^}]*\}|\$[\w.]+/)
  const pattern = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')
  return new RegExp(`^${pattern}$`, 's').test(ran)
}
