// npm run audit: asks the registry for known vulnerabilities of the packages, and says by when each finding must
// be fixed. A registry that does not answer is reported, and fails the command only with --strict: the workflow
// must not stop with it.
import { spawnSync } from 'node:child_process'
import { root } from './operations/tools.ts'
import { billOfMaterials } from './supply-chain/bill-of-materials.ts'
import { outdatedLook, readLook } from './supply-chain/look-at-components.ts'
import { type AuditAnswer, readAudit } from './supply-chain/read-audit.ts'

const isStrict = process.argv.includes('--strict')
const { stdout } = spawnSync('npm', ['audit', '--json'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})

function parse(text: string): AuditAnswer {
  try {
    return JSON.parse(text) as AuditAnswer
  } catch {
    return {}
  }
}

const running = new Set(
  billOfMaterials().components.map((component) => component['bom-ref'].replace(/@[^@]*$/, '')),
)
const outcome = readAudit(parse(stdout), running)
// GitHub shows lines with this prefix above the log.
const notice = process.env.GITHUB_ACTIONS ? (kind: string) => `::${kind}::` : () => ''
const unseen = outdatedLook(readLook(), new Date())
if (unseen) {
  process.stdout.write(`${notice('warning')}Look at them: npm run components (${unseen})\n`)
  process.exitCode = isStrict ? 2 : 0
}
if (outcome.kind === 'clean') process.stdout.write('The packages have no known vulnerabilities.\n')
if (outcome.kind === 'found') {
  for (const line of outcome.lines) process.stdout.write(`${notice('error')}${line}\n`)
  process.exitCode = 1
}
if (outcome.kind === 'unreachable') {
  process.stdout.write(
    `${notice('warning')}Not checked: the registry's audit service is not responding (${outcome.reason})\n`,
  )
  process.exitCode = isStrict ? 2 : 0
}
