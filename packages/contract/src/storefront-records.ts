import { z } from 'zod'
import { personalIdSchema } from './fields.ts'

/**
 * Where the main API asks the storefront, which holds carts and order drafts: server to server, with the secret
 * that both share.
 */
export const STOREFRONT_RECORDS_PATH = '/api/personal-records'

export const askStorefrontRecordsSchema = z.object({ userId: personalIdSchema })
export const storefrontRecordsSchema = z.array(
  z.object({ key: z.string(), updatedAt: z.string(), body: z.unknown() }),
)
