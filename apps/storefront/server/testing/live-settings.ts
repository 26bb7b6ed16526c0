import { generateKeyPairSync } from 'node:crypto'
import { SettingsError } from '@shop/server/settings'
import { readSettings } from '../../settings.ts'

export const TLS = 'production refuses a connection without TLS'

export const rsa = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength })
    .publicKey.export({ type: 'spki', format: 'der' })
    .toString('base64')

/** Settings of a shop in production with its own secrets. */
export const LIVE = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example.com',
  SMTP_URL: 'smtps://user:secret@mail.example.com',
  PAYMENT_API_URL: 'https://checkout.bepaid.by',
  BEPAID_SHOP_ID: '1042',
  BEPAID_SECRET_KEY: 'live-secret-key',
  BEPAID_PUBLIC_KEY: rsa(2048),
  CLIENT_ADDRESS_SECRET: 'a-long-secret-of-the-storefront',
  ENCRYPTION_KEYS: 'a-key-of-this-year-of-enough-characters,a-key-of-last-year-of-enough-characters',
}

/** The lines with which the settings are refused; empty if they are accepted. */
export function complaints(
  environment: Record<string, string>,
  read: (environment: Record<string, string>) => unknown = readSettings,
): string[] {
  try {
    read(environment)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n')
    throw error
  }
}
