import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Tag } from '@shop/storefront/ui/tag.tsx'

/** The shop promises an answer within a working day; after half a day the question needs attention. */
const LATE_HOURS = 12

interface Waiting {
  waiting: { words: string; hours: number } | null
  isClosed: boolean
}

/** How long the sender has been waiting for an answer. */
export function WaitingTag({ waiting, isClosed }: Waiting) {
  const { t } = useTexts()
  if (isClosed) return <Tag>{t('desk:messages.isClosed')}</Tag>
  if (!waiting) return <Tag tone="ok">{t('desk:messages.isAnswered')}</Tag>
  const words = t('desk:messages.waits', { time: waiting.words })
  return <Tag tone={waiting.hours > LATE_HOURS ? 'warn' : 'wait'}>{words}</Tag>
}
