import type { LegalDocument } from '@shop/contract/documents'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { PrintButton } from '../ui/print-button.tsx'
import { Contents } from './contents.tsx'
import styles from './document-page.module.css'
import type { Heading } from './headings.ts'

interface DocumentPageProps {
  document: LegalDocument
  headings: readonly Heading[]
  since: string
  /** The language the text is written in. */
  lang: string
}

export function DocumentPage({ document, headings, since, lang }: DocumentPageProps) {
  const { t } = useTranslation()
  const { title, version, html } = document
  return (
    <div>
      <PageHead
        title={<span lang={lang}>{title}</span>}
        above={t('documents.version', { version, date: since })}
        windowTitle={title}
      />
      <div className={styles.columns}>
        <Contents headings={headings} lang={lang} />
        <article
          className={styles.text}
          lang={lang}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the main API's own legal text, rendered from its files; scripts in it could not run under the page's policy
          dangerouslySetInnerHTML={{ __html: html }}
        />
      </div>
      <div className={`row row-wrap no-print ${styles.foot}`}>
        <PrintButton />
        <ButtonLink look="plain" to="/documents">
          {t('documents.all')}
        </ButtonLink>
      </div>
    </div>
  )
}
