import type { ProblemCode } from '@shop/contract/problem'
import type { TextKey } from '@shop/texts/create-texts'
import { isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useShellData } from '../platform/shell-data.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageMeta } from '../ui/page-meta.tsx'
import styles from './error-page.module.css'

/** A guest has no account that could not be reached. */
function textOfStatus(status: number, isLoggedIn?: boolean): TextKey | false | undefined {
  return status === 429 ? 'shell.error.tooMany' : status === 503 && isLoggedIn && 'shell.error.unavailable'
}

/** A thrown response carries the code of its problem. */
function kindOf(error: unknown) {
  if (!isRouteErrorResponse(error)) return 'server'
  if (error.status === 404) return 'notFound'
  return error.data?.code === ('nothing_offered' satisfies ProblemCode) ? 'notOpen' : 'server'
}

/** What went wrong, in plain words, and what to do next. */
export function ErrorPage() {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const kind = kindOf(error)
  const { pathname, search } = useLocation()
  const statusText = textOfStatus(status, useShellData()?.isLoggedIn)
  const { t } = useTexts()
  const title = t(`shell.error.${kind}.title`)
  return (
    <div role="alert">
      <EmptyState drawing={kind === 'notFound' ? 'missing' : 'nothing'} title={title} level={1}>
        <PageMeta title={title} />
        <p>{t((kind === 'server' && statusText) || `shell.error.${kind}.text`)}</p>
        <div className={styles.ways}>
          {kind === 'notFound' ? (
            <ButtonLink to={pathOf('search')} icon="search">
              {t('shell.error.search')}
            </ButtonLink>
          ) : (
            <Link reloadDocument to={`${pathname}${search}`} className={buttonClass({})}>
              <Icon name="refresh-cw" />
              {t('shell.error.retry')}
            </Link>
          )}
          <ButtonLink to="/" look="quiet" icon="house">
            {t('shell.error.home')}
          </ButtonLink>
          <ButtonLink to={pathOf('support')} look="plain">
            {t('shell.writeToSupport')}
          </ButtonLink>
        </div>
      </EmptyState>
    </div>
  )
}
