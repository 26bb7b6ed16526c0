import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Notice } from '@shop/storefront/ui/notice.tsx'

export interface RefusedReason {
  file: string
  entry: string
  field: string
  reason: string
}

/** Why an edition was refused: each entry with its file and field. */
export function RefusedReasons({ reasons }: { reasons: readonly RefusedReason[] }) {
  const { t } = useTexts()
  if (reasons.length === 0) return null
  return (
    <Notice tone="bad" role="alert" title={t('desk:catalogue.refused')}>
      <ul>
        {reasons.map(({ file, entry, field, reason }) => (
          <li key={`${file} ${entry} ${field} ${reason}`}>
            <span className="deskCode">{[file, entry, field].filter(Boolean).join(' / ')}</span> {reason}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
