import { LISTED } from '@shop/contract/desk'
import { useRouteData } from '@shop/storefront/pages/use-route-data.ts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Icon } from '@shop/storefront/ui/icon.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { AlarmTag } from './alarm-tag.tsx'

const WORDS = { criticalValues: 'desk:critical.wait', heldResults: 'desk:held.wait' } as const

/** How many critical values or held results wait, for those who may see them; read out in words. */
export function OpenCount({ of }: { of: keyof typeof WORDS }) {
  const { t } = useTexts()
  // A main API of the previous release does not count.
  const count = useRouteData('routes/logged-in')?.waiting?.[of] ?? 0
  if (count === 0) return null
  const shown = count > LISTED ? `${LISTED}+` : String(count)
  const words = t(WORDS[of], { count: Math.min(count, LISTED), shown })
  const content = (
    <span title={words}>
      <span aria-hidden="true">{shown}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
  return of === 'criticalValues' ? (
    <AlarmTag>{content}</AlarmTag>
  ) : (
    <Tag tone="wait">
      <Icon name="clock" size="s" />
      {content}
    </Tag>
  )
}
