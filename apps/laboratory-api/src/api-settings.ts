import type { Locale } from '@shop/domain/locale'
import type { Currency } from '@shop/domain/money'
import type { ReleasePolicy } from '@shop/domain/result-release'

export interface KeyService {
  /** The decryption URL of a transit key: `https://vault.example:8200/v1/transit/decrypt/laboratory`. */
  url: string
  token: string
}

/** The settings of the main API; `settings.ts` beside `main.ts` reads them from the environment. */
export interface LaboratoryApiSettings {
  /** The address of the shop: for links in mails and return addresses of payments. No slash at the end. */
  publicUrl: string
  /** The address of this API for the payment provider and the laboratory's system. No slash at the end. */
  apiPublicUrl: string
  /** The address of the desk: for links in invitations. No slash at the end. */
  deskUrl: string
  /** Whether the viewer of the API's description is served: in production only if the API has its own host. */
  showsViewer: boolean
  businessTimeZone: string
  defaultLocale: Locale
  partner: string
  mail: { smtpUrl: string; from: string; supportTo: string }
  /** Mails that one process sends at the same time; after a crash this many may be sent twice. */
  mailConcurrency: number
  payment:
    | {
        provider: 'bepaid'
        apiUrl: string
        shopId: string
        secretKey: string
        publicKey: string
        test: boolean
        currencies: readonly Currency[]
      }
    | {
        provider: 'stripe'
        apiUrl: string | null
        secretKey: string
        webhookSecrets: string[]
        livemode: boolean
        currencies: readonly Currency[]
      }
  /** A plain bearer token of the sandbox's analyser; null: only laboratory clients can log in. */
  labSystemToken: string | null
  /** Secrets of the keys that encrypt the data keys; the first is for new ones. */
  encryptionKeys: readonly string[]
  /** The service that decrypts those secrets that it has encrypted (`vault:v1:…`); null: there are none. */
  keyService: KeyService | null
  /** A file outside the database that lists erased accounts; null: no such file is kept. */
  erasureLog: string | null
  /** How many proxies in front of the API are trusted to state the caller's address. */
  trustedProxies: number
  /** Lets the storefront hand over the browser's address, for the limits of attempts. */
  clientAddressSecret: string
  /** Accepted as well while the secret is being changed. */
  formerClientAddressSecrets: readonly string[]
  /**
   * The root of a service that knows breached passwords, with the range protocol of Have I Been Pwned; null:
   * no check.
   */
  breachedPasswordsUrl: string | null
  slotCapacity: { homeCall: number; branch: number }
  /** The patient may move or cancel a visit until this many hours before it. */
  visitChangeLimitHours: number
  /** A desk session ends after this long without a call. */
  staffIdleMinutes: number
  /** Orders of one account that may wait for payment at the same time: each holds a place. */
  unpaidOrderLimit: number
  /** The most that one person can refund of an order without a second person, in minor units. */
  refundLimits: Readonly<Record<Currency, number>>
  /** Results are kept for this many years after their last change; null: for ever. */
  retainResultsYears: number | null
  /** Orders keep their personal data for this many years after their last change; null: for ever. */
  retainOrdersYears: number | null
  /** The reports that wait until a doctor releases them at the desk. */
  resultRelease: ReleasePolicy
}
