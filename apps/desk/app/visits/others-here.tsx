import type { OrderPresence } from '@shop/contract/desk'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Button } from '@shop/storefront/ui/button.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { useCallback, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { pathOf } from '../navigation.ts'
import { useAskAgain } from '../use-ask-again.ts'

const TELL_MS = 20_000

interface OthersHereProps {
  orderId: string
  state: OrderPresence['state']
  visit: { version: number; start: string; movedFrom: string | null }
}

/** The desk's steps raise the version; the patient moves the visit and agrees to a move without it. */
const isOther = (
  { state, version, start = '', isUnagreed }: OrderPresence,
  shown: Omit<OthersHereProps, 'orderId'>,
): boolean =>
  state !== shown.state ||
  version > shown.visit.version ||
  (start !== '' && start !== shown.visit.start) ||
  (isUnagreed !== undefined && isUnagreed !== (shown.visit.movedFrom !== null))

/** Who else has the order open, and that it has changed since it was read. Without scripts a write that is stale is told. */
export function OthersHere({ orderId, state, visit }: OthersHereProps) {
  const { t } = useTexts()
  const { revalidate } = useRevalidator()
  const [now, setNow] = useState<OrderPresence | null>(null)
  const tell = useCallback(() => {
    async function look() {
      if (document.visibilityState === 'hidden') return
      const answer = await fetch(pathOf('orderPresence', { orderId }), { method: 'POST', redirect: 'manual' })
      if (answer.ok) setNow(await answer.json())
    }
    // Without a network nobody is told, and the next look tells it.
    void look().catch(() => {})
  }, [orderId])
  useEffect(tell, [tell])
  useAskAgain(tell, TELL_MS)
  const isStale = now !== null && isOther(now, { state, visit })
  const names = now?.others.join(', ')
  return (
    <div role="status" className="stack stack-s">
      {names && <Notice tone="info" title={t('desk:order.othersHere', { names })} />}
      {isStale && (
        <Notice tone="warn" title={t('desk:order.changed')}>
          <Button look="quiet" size="s" onClick={() => void revalidate()}>
            {t('desk:order.readAnew')}
          </Button>
        </Notice>
      )}
    </div>
  )
}
