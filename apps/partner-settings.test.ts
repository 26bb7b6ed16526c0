import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { readPartnersFile } from '@shop/server/partners-file'
import type { SettingsError } from '@shop/server/settings'
import { expect, test } from 'vitest'
import { PARTNER_SETTINGS } from './partner-settings.ts'

/** Settings shared by all partners of a process. */
const OF_THE_PROCESS = [
  ...[
    'PORT',
    'HOST',
    'DATA_DIR',
    'DATABASE_BACKEND',
    'DATABASE_PREPARED',
    'MIGRATE_AT_START',
    'ROLE',
    'WORKERS',
  ],
  ...['DATABASE_CONNECT_TIMEOUT_MS', 'DATABASE_STATEMENT_TIMEOUT_MS', 'DATABASE_LOCK_TIMEOUT_MS'],
  ...[
    'DATABASE_IDLE_TRANSACTION_TIMEOUT_MS',
    'DRAIN_NOTICE_MS',
    'REQUESTS_AT_ONCE',
    'METRICS_PORT',
    'METRICS_HOST',
  ],
  ...[
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'OTEL_TRACES_SAMPLER_ARG',
    'TRUSTED_PROXIES',
  ],
  ...[
    'API_ROOT',
    'DESK_PORT',
    'PARTNER',
    'PARTNERS_FILE',
    'MAIL_CONCURRENCY',
    'HL7_GATEWAY',
    'HL7_CLIENT_ID',
  ],
  ...['HL7_CLIENT_KEY', 'CLIENT_ADDRESS_SECRET', 'BREACHED_PASSWORDS_URL', 'LOG_LEVEL'],
  ...['TLS_CERT_FILE', 'TLS_KEY_FILE', 'NETWORK_ENCRYPTED'],
]

test('every setting is declared either a partner’s or the process’s', () => {
  const table = readFileSync(join(import.meta.dirname, '../docs/operations/settings.md'), 'utf8')
  const settings = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names]) =>
    [...names!.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name!),
  )
  expect(settings.length).toBeGreaterThan(50)
  const folder = temporaryFolder('partner-settings')
  const file = join(folder, 'partners.json')
  const isTaken = (written: string) => {
    writeFileSync(file, JSON.stringify({ synlab: { [written]: '1' } }))
    try {
      return readPartnersFile({ PARTNERS_FILE: file }, PARTNER_SETTINGS, []) !== null
    } catch {
      return false
    }
  }
  const isPartners = (name: string) => [name, `${name}_FILE`].some(isTaken)
  const unsaid = settings.filter((name) => isPartners(name) === OF_THE_PROCESS.includes(name))
  expect(unsaid).toEqual([])
})

test('accounts, addresses and tokens of a partner are never shared by all partners of a process', () => {
  const file = join(temporaryFolder('partner-settings'), 'partners.json')
  writeFileSync(file, JSON.stringify({ synlab: {} }))
  const refused = (written: string): string[] => {
    try {
      readPartnersFile({ PARTNERS_FILE: file, [written]: '1' }, PARTNER_SETTINGS, [])
      return []
    } catch (error) {
      return (error as SettingsError).lines
    }
  }
  for (const name of [
    ...['PUBLIC_URL', 'API_PUBLIC_URL', 'DESK_URL', 'MAIL_FROM', 'SUPPORT_EMAIL', 'VAULT_URL'],
    ...['PAYMENT_PROVIDER', 'PAYMENT_API_URL', 'PAYMENT_PAGE_HOSTS', 'BEPAID_SHOP_ID', 'BEPAID_PUBLIC_KEY'],
    ...[
      'STRIPE_SECRET_KEY_FILE',
      'STRIPE_WEBHOOK_SECRETS_FILE',
      'BEPAID_SECRET_KEY_FILE',
      'LAB_SYSTEM_TOKEN_FILE',
    ],
    ...['DATABASE_SCHEMA_PREFIX', 'ERASURE_LOG', 'HL7_PORT'],
  ])
    expect(refused(name), name).toContainEqual(
      expect.stringMatching(`^${name.replace(/_FILE$/, '')}.*belongs to each partner`),
    )
})
