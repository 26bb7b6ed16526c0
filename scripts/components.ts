// npm run components: looks up which packages have newer releases, and since when for our direct dependencies, and
// writes docs/security/components.json, which the tests compare with the deadlines of components.md. Run weekly,
// and whenever a package changes.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './operations/tools.ts'
import {
  behindSince,
  digestOfPackages,
  type Look,
  namesBehind,
  RECORD,
  tooFarBehind,
} from './supply-chain/look-at-components.ts'
import { newerOfRunning, readHeld, unread } from './supply-chain/newer-of-running.ts'

/** With the Node that the programs run on: on an older one, npm leaves out releases that need a newer Node. */
const env = { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) }

function askRegistry(args: string[]) {
  const { stdout } = spawnSync('npm', [...args, '--json'], {
    cwd: root,
    encoding: 'utf8',
    env,
    maxBuffer: 2 ** 26,
  })
  return JSON.parse(stdout || '{}')
}

/** An empty answer counts as no answer: of several hundred packages some are always behind. */
function ask(args: string[]) {
  const answer = askRegistry(args)
  if (answer.error || Object.keys(answer).length === 0)
    throw new Error(`npm ${args.join(' ')}: the registry is not responding`)
  return answer
}

/** Whether the registry has the parts of a release for all platforms; otherwise no lock file could name them all. */
function isWhole({ name, latest }: { name: string; latest: string }): boolean {
  const parts = Object.entries<string>(askRegistry(['view', `${name}@${latest}`, 'optionalDependencies']))
  return parts.every(
    ([part, version]) => typeof askRegistry(['view', `${part}@${version}`, 'version']) === 'string',
  )
}

const behind = namesBehind(ask(['outdated']))
  .filter(isWhole)
  .map((found) => behindSince(found, ask(['view', found.name, 'time'])))
const look: Look = {
  looked: new Date().toISOString().slice(0, 10),
  packages: digestOfPackages(),
  behind: behind.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  running: newerOfRunning(ask(['outdated', '--all'])),
}
writeFileSync(RECORD, `${JSON.stringify(look, null, 2)}\n`)
const late = tooFarBehind(look)
for (const { name, version, newer, since, heldBy } of look.behind)
  process.stdout.write(
    `${name} ${version}: ${newer} is available, newer versions since ${since}${heldBy ? `, held by ${heldBy}` : ''}\n`,
  )
const left = unread(look.running, readHeld())
if (left.length > 0) {
  process.stdout.write(
    `To be updated, or reviewed and recorded in docs/security/components-held.json:\n${left.join('\n')}\n`,
  )
  process.exitCode = 1
}
if (late.length > 0) {
  process.stdout.write(`Overdue:\n${late.join('\n')}\n`)
  process.exitCode = 1
}
