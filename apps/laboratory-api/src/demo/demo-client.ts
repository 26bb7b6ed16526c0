import { generateKeyPairSync } from 'node:crypto'
import { endClient } from '../clients/end-client.ts'
import { readPublicKey } from '../clients/read-public-key.ts'
import { ALL_PERMISSIONS, scopesOf } from '../clients/scopes.ts'
import { laboratoryClientKeys, laboratoryClients } from '../clients/tables.ts'
import type { ApiContext } from '../context.ts'

const ID = 'demo-analyser'
const KID = 'demo-key'

/** A client for an administrator to look at and end, in the sandbox only. Its private key is discarded. */
export async function openDemoClient({ database, now }: ApiContext): Promise<void> {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  const key = await readPublicKey(publicKey.export({ type: 'spki', format: 'pem' }) as string)
  if ('complaint' in key) throw new Error(key.complaint)
  await database.transaction(async (queries) => {
    const client = { id: ID, name: 'Analyser of the demo', laboratoryIds: [1, 2] }
    const [made] = await queries
      .insert(laboratoryClients)
      .values({ ...client, scopes: scopesOf(ALL_PERMISSIONS), createdAt: now() })
      .onConflictDoNothing()
      .returning({ id: laboratoryClients.id })
    if (!made) return
    const jwk = { ...key.jwk, kid: KID }
    await queries.insert(laboratoryClientKeys).values({ clientId: ID, kid: KID, jwk, createdAt: now() })
  })
}

/** Ends it where there is no sandbox: a database may have been used for trials before real use. */
export const endDemoClient = ({ database, now }: ApiContext) => endClient(database.queries, ID, now())
