import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../operations/tools.ts'

interface Component {
  /** `@scope/name@version` */
  'bom-ref': string
  hashes?: { alg: string }[]
}

interface BillOfMaterials {
  bomFormat: string
  metadata: { component: { 'bom-ref': string; name: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

interface Lock {
  packages: Record<string, { name?: string; version?: string; dev?: boolean; link?: boolean }>
}

/** What the lock file knows to run in production, as `name@version`. */
function runningPackages(): Set<string> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const running = Object.entries(packages).filter(([path, { dev, link }]) => path && !dev && !link)
  return new Set(
    running.map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)!}@${version}`),
  )
}

/**
 * Packages that run in production, with version, licence and hash, as npm knows them from its lock file. npm's own `--omit dev`
 * leaves out whatever a development tool uses as well, React among it: what only builds is taken out here.
 */
export function billOfMaterials(): BillOfMaterials {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  const bill = JSON.parse(stdout) as BillOfMaterials
  const { component } = bill.metadata
  // npm says the folder's name.
  component.name = 'laboratory-shop'
  const running = runningPackages().add(component['bom-ref'])
  bill.components = bill.components.filter((each) => running.has(each['bom-ref']))
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => running.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => running.has(other)) }))
  return bill
}

/** Answers how many components it names. */
export function writeBillOfMaterials(file: string): number {
  const bill = billOfMaterials()
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
  return bill.components.length
}
