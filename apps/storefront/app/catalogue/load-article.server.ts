import type { Locale } from '@shop/domain/locale'
import be from './article/be.json'
import en from './article/en.json'
import pl from './article/pl.json'
import ru from './article/ru.json'

export interface Article {
  lead: string
  sections: { id: string; title: string; paragraphs: string[]; list: string[] }[]
}

/** Too long for the texts that every page loads, so it is loaded with its own page. */
const ARTICLES: Readonly<Record<Locale, Article>> = { en, ru, pl, be }

/** The article on preparing for analyses (`gettingReadyForAnalyzes`). */
export function loadArticle({ locale }: { locale: Locale }): Article {
  return ARTICLES[locale]
}
