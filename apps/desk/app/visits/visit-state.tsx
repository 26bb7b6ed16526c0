import type { VisitState } from '@shop/domain/visit-progress'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Tag } from '@shop/storefront/ui/tag.tsx'

/** Who is here waits for somebody: that is the loud one. */
const TONES = { expected: 'wait', arrived: undefined, missed: 'warn', done: 'ok' } as const

export function VisitStateTag({ state }: { state: VisitState }) {
  const { t } = useTexts()
  const tone = TONES[state]
  return <Tag {...(tone ? { tone } : {})}>{t(`desk:visit.${state}`)}</Tag>
}
