import { openAsBlob } from 'node:fs'
import { Client } from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../open-database.ts'
import { type Template, templateDatabase, templateFile } from './templates.ts'

export interface TestDatabase extends Database {
  /** Texts of the statements run since the last `statements.length = 0`. */
  statements: string[]
}

/** A database of its own, with tables, job queue and demo catalogue, or with tables only: call it in `beforeAll` and `close()` it in `afterAll`. */
export async function openTestDatabase(template: Template = 'filled'): Promise<TestDatabase> {
  const statements: string[] = []
  const onStatement = (text: string) => {
    statements.push(text)
  }
  const source = inject('testDatabase')
  if (inject('engine') === 'embedded') {
    const database = await openDatabase({
      template: await openAsBlob(templateFile(source, template)),
      onStatement,
    })
    return { ...database, statements }
  }
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const maintenance = new Client({ connectionString: source })
  await maintenance.connect()
  await maintenance.query(`CREATE DATABASE ${name} TEMPLATE ${templateDatabase(template)}`)
  await maintenance.end()
  const url = new URL(source)
  url.pathname = `/${name}`
  const database = await openDatabase({ url: url.href, onStatement })
  return { ...database, statements }
}
