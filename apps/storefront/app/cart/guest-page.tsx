import type { DocumentSummary } from '@shop/contract/documents'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { AuthPanel, authModeOf } from '../account/auth-panel.tsx'
import { Card } from '../ui/card.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { PageMeta } from '../ui/page-meta.tsx'
import type { AddableView } from './addable.server.ts'
import { AddableSummary } from './addable-summary.tsx'

/** A guest logs in or registers in place and comes back to the same step. */
export function GuestPage({ addable, documents }: { addable: AddableView; documents: DocumentSummary[] }) {
  const { t } = useTranslation('cart')
  const { pathname, search } = useLocation()
  const mode = authModeOf(new URLSearchParams(search))
  const other = new URLSearchParams({
    addableFlowPage: '1',
    authMode: mode === 'LOGIN' ? 'REGISTER' : 'LOGIN',
  })
  return (
    <div>
      <PageMeta title={addable.name} />
      <div className="split split-aside">
        <div>
          <PageHead
            title={t(mode === 'LOGIN' ? 'guest.login' : 'guest.register')}
            above={addable.name}
            lead={t('guest.lead')}
          />
          <Card>
            <AuthPanel
              mode={mode}
              origin={{ pathnameToReturn: pathname, addableFlowPage: '1' }}
              documents={documents}
              otherModePath={`${pathname}?${other}`}
            />
          </Card>
        </div>
        <AddableSummary addable={addable} />
      </div>
    </div>
  )
}
