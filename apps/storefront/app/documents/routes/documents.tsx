import { Link } from 'react-router'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Tag } from '../../ui/tag.tsx'
import styles from '../documents-page.module.css'
import { loadDocuments } from '../load-documents.server.ts'
import type { Route } from './+types/documents'

export async function loader({ context }: Route.LoaderArgs) {
  return { documents: await loadDocuments(context.get(shopContext)) }
}

export default function Documents({ loaderData }: Route.ComponentProps) {
  const { documents } = loaderData
  const { t } = useTexts()
  return (
    <div>
      <PageHead title={t('documents.title')} lead={t('documents.lead')} />
      <ul className={styles.list}>
        {documents.map(({ slug, title, version, since, requiresAcceptance }) => (
          <Card as="li" key={slug}>
            <div className={styles.document}>
              <Icon name="file-text" className={styles.icon} />
              <div>
                <h2 className={styles.title}>
                  <Link to={pathOf('document', { documentSlug: slug })}>{title}</Link>
                </h2>
                <p className="small muted">{t('documents.version', { version, date: since })}</p>
              </div>
              {requiresAcceptance && <Tag>{t('documents.requiresAcceptance')}</Tag>}
            </div>
          </Card>
        ))}
      </ul>
    </div>
  )
}
