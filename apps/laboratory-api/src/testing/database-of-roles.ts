import { Client } from 'pg'
import { inject } from 'vitest'

/** The key of the lock that a file holds while it makes or changes roles. */
const ROLES_LOCK = 7_431_100

async function connected(url: URL): Promise<Client> {
  const client = new Client({ connectionString: url.href })
  await client.connect()
  return client
}

/** A database of the test server, reached with its roles; the server asks for no password. */
export function databaseOfRoles(name: string) {
  const source = () => new URL(inject('testDatabase'))
  return {
    /** The database's address with this role. */
    urlAs(role: string): string {
      const url = source()
      url.username = role
      url.pathname = `/${name}`
      return url.href
    },
    /** One call at a time on the server: roles belong to all of it, and other files make the same ones. */
    async asAdministrator(database: string, ...statements: string[]): Promise<void> {
      const url = source()
      url.pathname = `/${database}`
      // A lock is known only in the database in which it is taken.
      const locking = await connected(source())
      const client = await connected(url)
      try {
        await locking.query('select pg_advisory_lock($1)', [ROLES_LOCK])
        for (const statement of statements) await client.query(statement)
      } finally {
        await client.end()
        await locking.end()
      }
    },
  }
}
