import type { Locale } from '@shop/domain/locale'
import type { Currency } from '@shop/domain/money'
import type { ReleasePolicy } from '@shop/domain/result-release'
import type { KeyService } from './encryption/open-secrets.ts'

/** What the main API needs to know; `settings.ts` beside `main.ts` reads it from the environment. */
export interface LaboratoryApiSettings {
  /** Where people open the shop: links in mails, return addresses of payments. No slash at the end. */
  publicUrl: string
  /** Where the payment provider and the laboratory's system reach this API. No slash at the end. */
  apiPublicUrl: string
  /** Where the network's own people open the desk: links in invitations. No slash at the end. */
  deskUrl: string
  /** Whether the viewer of the API's description is served: in production only where the API has a host of its own. */
  showsViewer: boolean
  businessTimeZone: string
  defaultLocale: Locale
  partner: string
  mail: { smtpUrl: string; from: string; supportTo: string }
  /** Mails that one process sends at a time: so many may go out twice after a crash. */
  mailsAtOnce: number
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
  /** A plain bearer token of the sandbox's analyser; null: clients of their own alone come in. */
  labSystemToken: string | null
  /** Secrets of the keys that encrypt the data keys; the first is for new ones. */
  encryptionKeys: readonly string[]
  /** Who decrypts those of them that it has encrypted (`vault:v1:…`); null: none is. */
  keyService: KeyService | null
  /** A file apart from the database that tells which accounts were erased; null: none is kept. */
  erasureLog: string | null
  /** How many proxies in front are believed to say whose request it is. */
  trustedProxies: number
  /** Lets the storefront hand over the browser's address, for limits of tries. */
  clientAddressSecret: string
  /** Believed as well, while the secret is changed. */
  formerClientAddressSecrets: readonly string[]
  /** Root of a service that knows breached passwords by the range protocol of Have I Been Pwned; null: none is asked. */
  breachedPasswordsUrl: string | null
  slotCapacity: { homeCall: number; branch: number }
  /** Until so many hours before a visit the patient may move or cancel it. */
  visitChangeLimitHours: number
  /** So long a session of the desk lasts without a call. */
  staffIdleMinutes: number
  /** Orders of one account that may wait for their payment at a time: each holds a place. */
  unpaidOrderLimit: number
  /** The most that one person gives back of an order without a second one, in minor units. */
  refundLimits: Readonly<Record<Currency, number>>
  /** For so many years after their last change results are kept; null: without end. */
  retainResultsYears: number | null
  /** For so many years after their last change orders are kept with what they tell of people; null: without end. */
  retainOrdersYears: number | null
  /** Which reports wait until a doctor releases them at the desk. */
  resultRelease: ReleasePolicy
}
