import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { localeSchema } from '@shop/contract/fields'
import type { Partner } from '@shop/contract/partner'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { beforeEach, expect, test } from 'vitest'
import { loadPartner, partnerFolder, partnerSlugs } from './partner.ts'

const LOCALES = localeSchema.options
let folder: string
beforeEach(() => {
  folder = temporaryFolder('partners')
  cpSync(partnerFolder('vesna'), join(folder, 'vesna'), { recursive: true })
})

function write(change: (partner: Partner) => unknown): void {
  const file = join(folder, 'vesna/partner.json')
  const partner: Partner = JSON.parse(readFileSync(file, 'utf8'))
  change(partner)
  writeFileSync(file, JSON.stringify(partner))
}

test.each(partnerSlugs())(
  '%s is complete: details, pictures, texts in every language',
  { tags: ['SPEC-1-PARTNER-SHOP'] },
  (slug) => {
    const partner = loadPartner(slug)
    expect(Object.keys(partner.texts).sort()).toEqual([...LOCALES].sort())
    const own = (locale: keyof Partner['texts']) => partner.texts[locale].about
    expect(new Set(LOCALES.map(own)).size).toBe(LOCALES.length)
  },
)

test('no two partners share name, colour, contacts or company', () => {
  const partners = partnerSlugs().map((slug) => loadPartner(slug))
  const differing = ({ brand, colour, phone, supportEmail, personalDataEmail, texts }: Partner) => [
    brand,
    colour,
    phone,
    supportEmail,
    personalDataEmail,
    ...LOCALES.flatMap((locale) => [texts[locale].company, texts[locale].about, texts[locale].address]),
  ]
  const values = partners.flatMap(differing)
  expect(partners.length).toBeGreaterThan(1)
  expect(new Set(values).size).toBe(values.length)
})

test.each(['nobody', '../vesna', ''])('the non-existent partner %j is named in the error', (slug) => {
  expect(() => loadPartner(slug, folder)).toThrow(`PARTNER: there is no folder partners/${slug}, only vesna`)
})

test('mistakes in a partner’s file are reported in one line', () => {
  write((partner) => Object.assign(partner, { colour: '#7fd4c1', phone: 'none' }))
  expect(() => loadPartner('vesna', folder)).toThrow(
    /^PARTNER: partners\/vesna\/partner\.json: colour: too light.*; phone: a phone number such as .*$/,
  )
  write((partner) => Object.assign(partner, { colour: '#0f4a43', phone: '+375 152 00-00-00' }))
  write(({ texts }) => Object.assign(texts.be, { about: ' ' }))
  expect(() => loadPartner('vesna', folder)).toThrow('texts.be.about')
})

test('a missing picture is named in the error', () => {
  rmSync(join(folder, 'vesna/og.png'))
  expect(() => loadPartner('vesna', folder)).toThrow('PARTNER: partners/vesna has no og.png')
})
