import { fixedPasswords, isLocal, isReachedByOthers, plainConnections } from './production.ts'
import {
  databaseOf,
  databaseUrl,
  directAlone,
  type Environment,
  flag,
  readVariables,
  type ServerSettings,
  SettingsError,
  serverSchema,
} from './settings.ts'
import { withVault } from './vault.ts'

const schema = serverSchema
  .pick({
    DATA_DIR: true,
    DATABASE_BACKEND: true,
    DATABASE_SCHEMA_PREFIX: true,
    DATABASE_CONNECT_TIMEOUT_MS: true,
    DATABASE_LOCK_TIMEOUT_MS: true,
    LOG_LEVEL: true,
  })
  .extend({
    DATABASE_URL: databaseUrl.optional(),
    DATABASE_DIRECT_URL: databaseUrl.optional(),
    DATABASE_PASSWORD_ROTATED: flag.default(false),
  })

/** What the command `migrate` needs to know: where the tables are. */
export interface MigrationSettings {
  logLevel: ServerSettings['logLevel']
  database: Pick<ServerSettings['database'], 'url' | 'directUrl' | 'backend' | 'schemaPrefix' | 'dataDir'> & {
    timeouts: Pick<ServerSettings['database']['timeouts'], 'connect' | 'lock'>
  }
}

/**
 * Reads what `migrate` needs, and no secret but the database's: the owner of the tables need not have access to
 * keys, payments and mail. Throws `SettingsError` that names each wrong value.
 */
export function readMigrationSettings(environment: Environment): MigrationSettings {
  const env = readVariables(schema, environment)
  const addresses = { DATABASE_URL: env.DATABASE_URL, DATABASE_DIRECT_URL: env.DATABASE_DIRECT_URL }
  const problems = [
    ...directAlone(env),
    ...(isReachedByOthers(environment)
      ? [...plainConnections(addresses), ...fixedPasswords(addresses, env.DATABASE_PASSWORD_ROTATED)]
      : []),
  ]
  if (problems.length > 0) throw new SettingsError(problems)
  return {
    logLevel: env.LOG_LEVEL,
    database: {
      ...databaseOf(env),
      timeouts: { connect: env.DATABASE_CONNECT_TIMEOUT_MS, lock: env.DATABASE_LOCK_TIMEOUT_MS },
    },
  }
}

/**
 * Whether the tables may be those of a shop that is only tried out. A database on another machine may belong to any
 * shop, whose addresses the command does not know.
 */
export function mayBeTriedOut(environment: Environment): boolean {
  const { url } = readMigrationSettings(environment).database
  return !isReachedByOthers(environment) && (!url || isLocal(url))
}

/**
 * The settings for `migrate`: an address that is given is the owner's, whatever the vault keeps for a serving
 * process.
 */
export const withVaultForMigration = async (environment: Environment): Promise<Environment> =>
  environment.DATABASE_URL || environment.DATABASE_URL_FILE ? environment : withVault(environment)
