import { useLocation } from 'react-router'
import { NAVIGATION, pageNumber } from '../platform/navigation/navigation.ts'
import type { ShellData } from '../platform/shell-data.ts'
import { iconSprite } from '../ui/icon.tsx'
import type { CurrentScreen } from './use-current-screen.ts'

/**
 * The head of every page. Fonts are not preloaded: text is first painted in a font of the same measures, and until
 * then the styles should have the network.
 */
export function HeadLinks({ texts }: { texts: string }) {
  return (
    <>
      <link rel="preload" href={iconSprite} as="image" type="image/svg+xml" />
      <link rel="preload" href={texts} as="fetch" crossOrigin="anonymous" fetchPriority="low" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
    </>
  )
}

/** Anyone may see them, but they change with the time. */
const FOUND: ReadonlySet<string> = new Set(['support', 'laboratories', 'branch'])

/**
 * The canonical address of a public page (each page of a list has its own) and its other languages; other pages
 * are not indexed.
 */
export function SearchEngineLinks({ data, screen }: { data: ShellData; screen: CurrentScreen }) {
  const { pathname, search } = useLocation()
  const isPublic = screen.key !== undefined && (NAVIGATION[screen.key].isShared || FOUND.has(screen.key))
  if (!isPublic) return <meta name="robots" content="noindex" />
  const number = screen.key === 'categories' ? pageNumber(new URLSearchParams(search)) : 1
  const addressOf = (query: Record<string, string>) => {
    const all = new URLSearchParams({ ...(number > 1 ? { page: String(number) } : {}), ...query })
    return `${data.publicUrl}${pathname}${all.size > 0 ? `?${all}` : ''}`
  }
  const page = addressOf({})
  const inLanguage = (locale: string) => (locale === data.defaultLocale ? page : addressOf({ locale }))
  return (
    <>
      <link rel="canonical" href={inLanguage(data.locale)} />
      {data.locales.map((locale) => (
        <link key={locale} rel="alternate" hrefLang={locale} href={inLanguage(locale)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={page} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={inLanguage(data.locale)} />
      <meta property="og:image" content={`${data.publicUrl}/og.png`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
