import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../operations/tools.ts'

interface Locked {
  version?: string
  license?: string
  integrity?: string
  dev?: boolean
  link?: boolean
}

interface Component {
  type: 'library'
  /** `@scope/name@version` */
  'bom-ref': string
  name: string
  version: string
  purl: string
  hashes: { alg: 'SHA-512'; content: string }[]
  licenses: { expression: string }[]
}

/** An integrity of the lock file as a hash of CycloneDX. */
function hashesOf(integrity: string): Component['hashes'] {
  const content = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
  return [{ alg: 'SHA-512', content }]
}

function componentOf(path: string, { version = '', integrity = '', license }: Locked): Component {
  const name = path.split('node_modules/').at(-1)!
  return {
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    hashes: hashesOf(integrity),
    licenses: license ? [{ expression: license }] : [],
  }
}

/**
 * Third-party packages that run in production, with version, licence and hash, as CycloneDX, from the lock file.
 * `npm sbom --omit dev` leaves out packages that a development tool uses as well, such as React; without `--omit dev`
 * it fails on a tool's optional dependencies.
 */
export function billOfMaterials() {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
  const { version } = read('package.json') as { version: string }
  const { packages } = read('package-lock.json') as { packages: Record<string, Locked> }
  const running = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
  )
  const components = new Map(
    running.map(([path, locked]) => {
      const component = componentOf(path, locked)
      return [component['bom-ref'], component]
    }),
  )
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `laboratory-shop@${version}`,
        name: 'laboratory-shop',
        version,
      },
    },
    components: [...components.values()].sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)),
  }
}

/** Writes the file; returns how many components it names. */
export function writeBillOfMaterials(file: string): number {
  const bill = billOfMaterials()
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
  return bill.components.length
}
