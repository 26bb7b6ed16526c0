import { Client } from 'pg'
import { inject } from 'vitest'

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
    async asAdministrator(database: string, ...statements: string[]): Promise<void> {
      const url = source()
      url.pathname = `/${database}`
      const client = new Client({ connectionString: url.href })
      await client.connect()
      for (const statement of statements) await client.query(statement)
      await client.end()
    },
  }
}
