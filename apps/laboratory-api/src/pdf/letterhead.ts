import { Document, Page, renderToBuffer, StyleSheet, View } from '@react-pdf/renderer'
import type { Locale } from '@shop/contract/fields'
import type { Partner } from '@shop/contract/partner'
import { createElement as h, type ReactNode } from 'react'
import { textsIn } from '../texts.ts'
import { PDF_FONT, registerFonts } from './fonts.ts'
import { Text } from './text.ts'

export const PDF_COLOURS = {
  ink: '#1f2937',
  soft: '#5b6472',
  line: '#d9d4cc',
  wash: '#f4f2ee',
}

// No line height on the page: it is inherited in points, and smaller text in a fixed foot then vanishes. Where a style
// names one, it names the font size too, by which it is multiplied.
const styles = StyleSheet.create({
  page: {
    paddingTop: 40,
    paddingBottom: 64,
    paddingHorizontal: 48,
    fontFamily: PDF_FONT as unknown as string,
    fontSize: 10,
    color: PDF_COLOURS.ink,
  },
  head: {
    flexDirection: 'row',
    justifyContent: 'space-between',
    paddingBottom: 12,
    marginBottom: 20,
    borderBottomWidth: 2,
  },
  brand: { fontSize: 20, fontWeight: 600 },
  company: { width: 300, fontSize: 8, lineHeight: 1.4, color: PDF_COLOURS.soft, textAlign: 'right' },
  title: { fontSize: 16, fontWeight: 600, marginBottom: 12 },
  demonstration: {
    padding: 8,
    marginBottom: 12,
    fontSize: 8,
    color: PDF_COLOURS.soft,
    backgroundColor: PDF_COLOURS.wash,
  },
  foot: {
    position: 'absolute',
    bottom: 28,
    left: 48,
    right: 48,
    flexDirection: 'row',
    justifyContent: 'space-between',
    fontSize: 8,
    color: PDF_COLOURS.soft,
  },
})

interface Letter {
  partner: Partner
  locale: Locale
  title: string
  /** Left side of every page's foot. */
  foot: string
  children: ReactNode[]
}

/** A letter of the network as PDF: its head, a title, the content, page numbers. */
export async function renderLetter(letter: Letter): Promise<Buffer> {
  await registerFonts()
  const { partner, locale, title } = letter
  const { brand, colour, phone } = partner
  const { company, registration, address, demonstration } = partner.texts[locale]
  return renderToBuffer(
    h(
      Document,
      { title, author: brand, language: locale, producer: brand, creator: brand },
      h(
        Page,
        { size: 'A4', style: styles.page },
        h(
          View,
          { style: [styles.head, { borderBottomColor: colour }], fixed: true },
          h(Text, { style: [styles.brand, { color: colour }] }, brand),
          h(
            View,
            { style: styles.company },
            ...[company, registration, address].map((line) => h(Text, { key: line }, line)),
            h(Text, {}, phone),
          ),
        ),
        foot(letter),
        h(Text, { style: [styles.title, { color: colour }] }, title),
        demonstration ? h(Text, { style: styles.demonstration }, demonstration) : null,
        ...letter.children,
      ),
    ),
  )
}

function foot({ foot, locale }: Letter): ReactNode {
  return h(
    View,
    { style: styles.foot, fixed: true },
    h(Text, {}, foot),
    h(Text, {
      render: ({ pageNumber: page, totalPages: pages = page }) =>
        textsIn(locale)('papers:page', { page, pages }),
    }),
  )
}
