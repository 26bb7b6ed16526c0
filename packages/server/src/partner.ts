import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PARTNER_IMAGES, type Partner, partnerSchema } from '@shop/contract/partner'
import { projectFiles } from './project-files.ts'
import { SettingsError } from './settings.ts'

const partnersFolder = join(projectFiles, 'partners')

/** The folder with the partner's pictures. */
export const partnerFolder = (slug: string): string => join(partnersFolder, slug)

/** The partners that a shop can be started for. */
export function partnerSlugs(folder = partnersFolder): string[] {
  return readdirSync(folder).filter((slug) => existsSync(join(folder, slug, 'partner.json')))
}

/**
 * Reads the details of the partner who runs the shop.
 * @throws Error in one line that names the setting or the file: there is no such partner, a detail of it is wrong,
 * or a picture is missing
 */
export function loadPartner(slug: string, folder = partnersFolder): Partner {
  const known = partnerSlugs(folder)
  if (!known.includes(slug))
    throw new Error(`PARTNER: there is no folder partners/${slug}, only ${known.join(', ')}`)
  const parsed = partnerSchema.safeParse(JSON.parse(readFileSync(join(folder, slug, 'partner.json'), 'utf8')))
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new Error(`PARTNER: partners/${slug}/partner.json: ${problems.join('; ')}`)
  }
  const missing = PARTNER_IMAGES.filter((image) => !existsSync(join(folder, slug, image)))
  if (missing.length > 0) throw new Error(`PARTNER: partners/${slug} has no ${missing.join(', ')}`)
  return parsed.data
}

/** As `loadPartner`, for a setting: a wrong partner is a `SettingsError`. */
export function partnerOrComplaint(slug: string): Partner {
  try {
    return loadPartner(slug)
  } catch (error) {
    throw new SettingsError([error instanceof Error ? error.message : String(error)])
  }
}
