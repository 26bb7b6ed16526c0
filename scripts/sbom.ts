// npm run sbom: the bill of materials of what runs in production, as CycloneDX, in build/sbom.cdx.json. Read
// from package-lock.json.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './operations/tools.ts'
import { writeBillOfMaterials } from './supply-chain/bill-of-materials.ts'

const build = join(root, 'build')
mkdirSync(build, { recursive: true })
const file = join(build, 'sbom.cdx.json')
process.stdout.write(`${file}: ${writeBillOfMaterials(file)} components\n`)
