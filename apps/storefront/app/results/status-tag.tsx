import type { ResultStatus } from '@shop/domain/results'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Tag } from '../ui/tag.tsx'

/** The status of an analysis result. */
export function StatusTag({ status }: { status: ResultStatus }) {
  const { t } = useTexts()
  const tone = status === 'final' ? 'ok' : status === 'corrected' ? 'warn' : 'wait'
  return <Tag tone={tone}>{t(`results.status.${status}`)}</Tag>
}
