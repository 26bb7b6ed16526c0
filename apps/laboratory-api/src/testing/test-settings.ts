import { generateKeyPairSync } from 'node:crypto'
import { CURRENCIES } from '@shop/domain/money'
import type { LaboratoryApiSettings } from '../api-settings.ts'

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Settings of a test's API; none of them leads outside. */
export function testSettings(overrides: Partial<LaboratoryApiSettings> = {}): LaboratoryApiSettings {
  return {
    publicUrl: 'https://shop.example',
    apiPublicUrl: 'https://shop.example/laboratory-api',
    deskUrl: 'https://desk.example',
    showsViewer: true,
    businessTimeZone: 'Europe/Minsk',
    defaultLocale: 'en',
    partner: 'synlab',
    mail: {
      smtpUrl: 'smtp://127.0.0.1:9',
      from: 'Norma <no-reply@shop.example>',
      supportTo: 'support@shop.example',
    },
    mailConcurrency: 2,
    payment: {
      provider: 'bepaid',
      apiUrl: 'http://127.0.0.1:9',
      shopId: 'shop',
      secretKey: 'secret',
      publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      test: true,
      currencies: CURRENCIES,
    },
    encryptionKeys: ['encryption-key-of-the-tests, long enough'],
    keyService: null,
    labSystemToken: 'laboratory-system-token-of-the-tests',
    trustedProxies: 0,
    clientAddressSecret: 'client-address-secret-of-the-tests',
    formerClientAddressSecrets: [],
    breachedPasswordsUrl: null,
    slotCapacity: { homeCall: 4, branch: 2 },
    visitChangeLimitHours: 12,
    // As long as a whole session, because tests let hours pass between two calls.
    staffIdleMinutes: 720,
    unpaidOrderLimit: 1_000,
    refundLimits: { EUR: 10_000, PLN: 40_000, BYN: 30_000 },
    resultRelease: 'none',
    retainResultsYears: null,
    retainOrdersYears: null,
    erasureLog: null,
    ...overrides,
  }
}
