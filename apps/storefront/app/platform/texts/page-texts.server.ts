import type { Partner } from '@shop/contract/partner'
import type { Locale } from '@shop/domain/locale'
import { madeOnce } from '@shop/server/made-once'
import { compiledMessages, pageMessages } from '@shop/texts/compiled-messages'
import { createTexts, type Texts } from '@shop/texts/create-texts'
import { brandTheme } from './brand-theme.ts'
import { messagesFile } from './messages-file.ts'
import type { PageTexts } from './use-texts.ts'

const partnerFiles = import.meta.glob<Partner>('../../../../../partners/*/partner.json', {
  eager: true,
  import: 'default',
})

/**
 * The texts and theme of a partner's pages in a language, made once per process: they hold no state of a request.
 * @throws Error when the shop was built without the partner
 */
export const pageTexts = madeOnce((locale: Locale, slug: string): PageTexts => {
  const partner = partnerFiles[`../../../../../partners/${slug}/partner.json`]
  if (!partner) throw new Error(`PARTNER: the shop was built without ${slug}; build it again`)
  const messages = pageMessages(locale, slug, partner)
  return {
    texts: createTexts({ locale, messages, partner: slug }),
    address: `/${messagesFile(locale, messages).path}`,
    partner: slug,
    theme: brandTheme(partner.colour),
  }
})

/**
 * All texts of a language, for sentences that a loader completes so that no page loads their texts. Made once per
 * process, too.
 */
export const textsIn = madeOnce(
  (locale: Locale, partner: string): Texts['t'] =>
    createTexts({ locale, messages: compiledMessages(locale), partner }).t,
)
