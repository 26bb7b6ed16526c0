import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Form, useSearchParams } from 'react-router'
import { Notice } from '../ui/notice.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'

const TOLD = ['added', 'removed', 'restored', 'changed', 'decided', 'reordered', 'reorderedPartly'] as const
export type Told = (typeof TOLD)[number]

/** What the address says has just happened. */
export function toldOf(query: URLSearchParams): Told | null {
  return TOLD.find((told) => told === query.get('told')) ?? null
}

/** Says what has just happened to the cart; a removal can be taken back. */
export function CartTold({ told, undoable }: { told: Told | null; undoable: boolean }) {
  const { t } = useTranslation('cart')
  const [query] = useSearchParams()
  // A reload or a bookmark shall not say it again; the page in sight keeps saying it.
  useEffect(() => {
    if (!query.has('told')) return
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [query])
  if (!told) return null
  const text = told === 'added' ? t('messages:analysisAddedToCart') : t(`cart:told.${told}`)
  return (
    <Notice
      tone={told === 'changed' || told === 'reorderedPartly' ? 'warn' : 'ok'}
      role="status"
      title={text}
    >
      {told === 'removed' && undoable && (
        <Form method="post" action="/order/cart" preventScrollReset>
          <SubmitButton look="link" name="intent" value="undo">
            {t('cart:undo')}
          </SubmitButton>
        </Form>
      )}
    </Notice>
  )
}
