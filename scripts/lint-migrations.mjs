// Refuses migrations with which the previous release could not go on working: squawk's rules (.squawk.toml). An
// exception needs the release for which it holds and a reason. Arguments: files to check instead of the programs'
// migrations.
import { globSync, readFileSync } from 'node:fs'
import { root, run } from './project.mjs'

const EXCEPTION = /^-- squawk-ignore/
const REASON = /^-- Release \d+\.\d+\.\d+: .{20,}$/

/** Lines with an exception whose previous line states no release and reason. */
function unexplained(file) {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, index) =>
    EXCEPTION.test(line.trim()) && !REASON.test(lines[index - 1]?.trim() ?? '') ? [index + 1] : [],
  )
}

const given = process.argv.slice(2)
const files = given.length > 0 ? given : globSync('apps/*/migrations/*.sql', { cwd: root }).sort()
const refused = files.flatMap((file) => unexplained(file).map((line) => `${file}:${line}`))
for (const place of refused) {
  process.stdout.write(
    `${place}: an exception needs a line before it: "-- Release 1.2.3: why the previous release keeps working alongside it"\n`,
  )
}
const code = await run('squawk', ['--config', '.squawk.toml', ...files])
if (code !== 0 || refused.length > 0) {
  process.stdout.write('docs/operations/upgrades.md explains how tables change in two releases.\n')
}
process.exit(code !== 0 || refused.length > 0 ? 1 : 0)
