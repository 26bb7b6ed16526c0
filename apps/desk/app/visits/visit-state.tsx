import type { VisitState } from '@shop/domain/visit-progress'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Tag } from '@shop/storefront/ui/tag.tsx'

const TONES = { expected: undefined, arrived: 'wait', missed: 'warn', done: 'ok' } as const

export function VisitStateTag({ state }: { state: VisitState }) {
  const { t } = useTexts()
  const tone = TONES[state]
  return <Tag {...(tone ? { tone } : {})}>{t(`desk:visit.${state}`)}</Tag>
}
