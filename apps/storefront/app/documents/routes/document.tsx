import { createElement } from 'react'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PrintButton } from '../../ui/print-button.tsx'
import styles from '../document-page.module.css'
import { type DocumentNode, renderNode } from '../document-text.ts'
import type { Heading } from '../document-tree.server.ts'
import { loadDocument } from '../load-documents.server.ts'
import type { Route } from './+types/document'

export async function loader({ context, params: { documentSlug } }: Route.LoaderArgs) {
  return loadDocument({ shop: context.get(shopContext), slug: documentSlug })
}

export default function Document({ loaderData }: Route.ComponentProps) {
  const { document, nodes, headings, since } = loaderData
  const { t } = useTexts()
  const { title, version } = document
  return (
    <div>
      <PageHead title={title} above={t('documents.version', { version, date: since })} />
      <div className={styles.columns}>
        <Contents headings={nodes ? headings : []} />
        {createElement('article', { className: styles.text }, ...nodesOf(loaderData).map(renderNode))}
      </div>
      <div className={`row row-wrap no-print ${styles.foot}`}>
        <PrintButton />
        <ButtonLink look="plain" to={pathOf('documents')}>
          {t('documents.all')}
        </ButtonLink>
      </div>
    </div>
  )
}

/** The data of the release before have only HTML: the text without its tags. */
function nodesOf({ nodes, document }: { nodes?: DocumentNode[]; document: { html: string } }) {
  return nodes ?? [document.html.replaceAll(/<[^>]*>/g, '')]
}

/** The table of contents: beside the text where there is room, folded above it on a phone. */
function Contents({ headings }: { headings: readonly Heading[] }) {
  const { t } = useTexts()
  if (headings.length < 2) return null
  const links = (
    <ol>
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
