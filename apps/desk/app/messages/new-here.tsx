import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Button } from '@shop/storefront/ui/button.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { useCallback, useState } from 'react'
import { useRevalidator } from 'react-router'
import { askBeside, readVersion } from '../forms/own-answers.ts'
import { pathOf } from '../navigation.ts'
import { useAskAgain } from '../session/use-ask-again.ts'
import styles from './messages.module.css'

const ASKED_EVERY_MS = 20_000

/**
 * Whether the conversation has changed since it was loaded. It is not loaded automatically: an answer that was being
 * written would be sent as if its writer had read what is new. Without scripts the refusal of a stale write says it.
 */
export function NewHere({ messageId, version }: { messageId: string; version: number }) {
  const { t } = useTexts()
  const { revalidate } = useRevalidator()
  const [now, setNow] = useState(version)
  const look = useCallback(() => {
    async function ask() {
      const found = await askBeside(pathOf('messageVersion', { messageId }), readVersion)
      // Without a network nothing is shown; the next look catches up.
      if (found !== null) setNow(found)
    }
    void ask()
  }, [messageId])
  useAskAgain(look, ASKED_EVERY_MS)
  return (
    <div role="status" className={styles.news}>
      {now > version && (
        <Notice tone="warn" title={t('desk:messages.changed')}>
          <Button look="quiet" size="s" onClick={() => void revalidate()}>
            {t('desk:order.refresh')}
          </Button>
        </Notice>
      )}
    </div>
  )
}
