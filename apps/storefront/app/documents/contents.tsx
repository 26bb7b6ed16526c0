import { useTranslation } from 'react-i18next'
import styles from './document-page.module.css'
import type { Heading } from './headings.ts'

interface ContentsProps {
  headings: readonly Heading[]
  lang: string
}

/** The table of contents: beside the text where there is room, folded above it on a phone. */
export function Contents({ headings, lang }: ContentsProps) {
  const { t } = useTranslation()
  if (headings.length < 2) return null
  const links = (
    <ol lang={lang}>
      {headings.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ol>
  )
  return (
    <>
      <details className={`${styles.folded} only-phone no-print`}>
        <summary>{t('documents.contents')}</summary>
        <nav aria-label={t('documents.contents')}>{links}</nav>
      </details>
      <nav className={`${styles.contents} only-wide no-print`} aria-label={t('documents.contents')}>
        <p className="label">{t('documents.contents')}</p>
        {links}
      </nav>
    </>
  )
}
