import type { PartnerSettings } from '@shop/server/partners-file'
import type { SettingName as DeskSetting } from './desk/settings.ts'
import type { SettingName as LaboratorySetting } from './laboratory-api/settings.ts'
import type { SettingName as StorefrontSetting } from './storefront/settings.ts'

/** What belongs to a partner of the settings of all programs that may read one partners' file. */
export const PARTNER_SETTINGS: PartnerSettings<DeskSetting | LaboratorySetting | StorefrontSetting> = {
  own: [
    'PUBLIC_URL',
    'API_PUBLIC_URL',
    'DESK_URL',
    'ERASURE_LOG',
    'CATEGORY_IDS',
    'MAIL_FROM',
    'SUPPORT_EMAIL',
    'LAB_SYSTEM_TOKEN',
    'SANDBOX_HL7_PORT',
    'HL7_PORT',
    'PAYMENT_PROVIDER',
    'PAYMENT_API_URL',
    'PAYMENT_PAGE_HOSTS',
    'STRIPE_SECRET_KEY',
    'BEPAID_SHOP_ID',
    'BEPAID_SECRET_KEY',
    'BEPAID_PUBLIC_KEY',
    'BEPAID_TEST',
    'BEPAID_CURRENCIES',
    'STRIPE_WEBHOOK_SECRETS',
    'STRIPE_CURRENCIES',
  ],
  differing: [
    'SMTP_URL',
    'ENCRYPTION_KEYS',
    'KMS_URL',
    'KMS_TOKEN',
    'DEFAULT_LOCALE',
    'HOME_CALL_SLOT_CAPACITY',
    'BRANCH_SLOT_CAPACITY',
    'VISIT_CHANGE_LIMIT_HOURS',
    'UNPAID_ORDER_LIMIT',
    'REFUND_LIMITS',
    'RESULT_RELEASE',
    'STAFF_IDLE_MINUTES',
    'RETAIN_RESULTS_YEARS',
    'RETAIN_ORDERS_YEARS',
    'DEMO_MORNING',
  ],
}

/** What the main API has no default for if there are several partners: links would lead to another partner's site. */
export const NEEDED_BY_MAIN_API = ['PUBLIC_URL', 'DESK_URL', 'MAIL_FROM']
