import { dirname, join } from 'node:path'

/**
 * Where the files are that a program reads while it runs: migrations, catalogue, partners, texts. A built
 * program has them in `files` beside itself, under the same paths as in the project; a program run from its sources
 * reads the project's own.
 */
export const projectFiles = import.meta.env?.PROD
  ? join(dirname(process.argv[1] ?? ''), 'files')
  : join(import.meta.dirname, '../../..')

/** An application's migrations, for any program that opens its database. */
export function migrationsOf(application: string) {
  return {
    folder: join(projectFiles, 'apps', application, 'migrations'),
    table: `${application.replace('-', '_')}_migrations`,
  }
}
