import { useSearchParams } from 'react-router'
import { Notice } from '../../ui/notice.tsx'
import { useTexts } from '../texts/use-texts.ts'
import { PROVEN } from './form-draft.ts'

/** On a page that is returned to after a proof of identity: what was asked for has not been done yet. */
export function ProvenNotice() {
  const { t } = useTexts()
  const [query] = useSearchParams()
  if (!query.has(PROVEN)) return null
  return (
    <Notice tone="ok" role="status">
      {t('forms.proven')}
    </Notice>
  )
}
