import type { RightsRequestState } from '@shop/domain/rights'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Tag } from '@shop/storefront/ui/tag.tsx'

/** How much of the legal time limit is left, or how the request ended. */
export function DueTag({ state, daysLeft }: { state: RightsRequestState; daysLeft: number }) {
  const { t } = useTexts()
  if (state !== 'open') {
    return <Tag tone={state === 'refused' ? 'wait' : 'ok'}>{t(`desk:rights.state.${state}`)}</Tag>
  }
  if (daysLeft < 0) return <Tag tone="warn">{t('desk:rights.late', { count: -daysLeft })}</Tag>
  return <Tag tone="wait">{t('desk:rights.left', { count: daysLeft })}</Tag>
}
