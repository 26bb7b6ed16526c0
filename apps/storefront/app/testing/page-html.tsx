import type { Locale } from '@shop/domain/locale'
import { compiledMessages } from '@shop/texts/compiled-messages'
import { createTexts } from '@shop/texts/create-texts'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import type { ShellData } from '../platform/shell-data.ts'
import { PageTextsContext } from '../platform/texts/use-texts.ts'

const PARTNER = 'synlab'

/** The texts of a language as the pages have them. */
export function textsIn(locale: Locale) {
  return createTexts({ locale, messages: compiledMessages(locale), partner: PARTNER })
}

interface PageAt {
  address?: string
  shell?: Partial<ShellData>
  /** What routes between the root and the page have loaded, by id. */
  above?: Readonly<Record<string, object>>
}

/** The HTML that the server sends of a page or part of it: effects do not run, forms and links have a router. */
export function pageHtml(
  element: ReactNode,
  locale: Locale = 'en',
  { address = '/', shell, above }: PageAt = {},
): string {
  const loaderData = { root: shell, ...above }
  const page: RouteObject = { path: '*', element }
  const routes = Object.keys(loaderData).reduceRight(
    (child, id): RouteObject => ({ id, children: [child] }),
    page,
  )
  const router = createMemoryRouter([routes], { initialEntries: [address], hydrationData: { loaderData } })
  const html = renderToStaticMarkup(
    <PageTextsContext value={{ texts: textsIn(locale), address: '/texts.json', partner: PARTNER }}>
      <RouterProvider router={router} />
    </PageTextsContext>,
  )
  router.dispose()
  return html
}

/** The text of a piece of HTML, without tags. */
export function wordsOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#x27;', '’')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/** `autocomplete` of each field of a form, by name; null if not set. Hidden fields and choices are left out. */
export function autofillOf(html: string): Record<string, string | null> {
  const attribute = (tag: string, name: string) =>
    new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? null
  const fields = [...html.matchAll(/<(?:input|textarea|select)\b[^>]*>/g)].map(([tag]) => tag)
  return Object.fromEntries(
    fields
      .filter((tag) => !/^(?:hidden|radio|checkbox)$/.test(attribute(tag, 'type') ?? ''))
      .map((tag) => [attribute(tag, 'name'), attribute(tag, 'autocomplete')]),
  )
}
