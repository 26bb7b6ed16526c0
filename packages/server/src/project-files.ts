import { dirname, join } from 'node:path'

/**
 * Where the files lie that a program reads while it runs: migrations, catalogue, partners, legal texts. A built program has
 * them in `files` beside itself, under the same paths as the project; from its sources it reads the project's own.
 */
export const projectFiles = import.meta.env?.PROD
  ? join(dirname(process.argv[1] ?? ''), 'files')
  : join(import.meta.dirname, '../../..')

/** An application's migrations, for whoever opens its database. */
export function migrationsOf(application: string) {
  return {
    folder: join(projectFiles, 'apps', application, 'migrations'),
    table: `${application.replace('-', '_')}_migrations`,
  }
}
