import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { useLocation } from 'react-router'
import { pathOf, withQuery } from '../navigation.ts'
import type { WaitingStep } from './waiting-steps.ts'

/** How many presses the desk has not received yet. */
export function WaitingNotice({ steps, isOver }: { steps: readonly WaitingStep[]; isOver: boolean }) {
  const { t } = useTexts()
  const { pathname, search } = useLocation()
  const count = steps.filter(({ isTold, problem }) => !isTold && !problem).length
  if (count === 0) return <div role="status" />
  return (
    <Notice tone="warn" role="status" title={t('desk:sheet.waiting', { count })}>
      {isOver ? (
        <p>
          {t('desk:sheet.over')}{' '}
          <a href={withQuery(pathOf('login'), { over: 1, to: pathname + search })}>
            {t('account.login.submit')}
          </a>
        </p>
      ) : (
        <p>{t('desk:sheet.waitingText')}</p>
      )}
    </Notice>
  )
}
