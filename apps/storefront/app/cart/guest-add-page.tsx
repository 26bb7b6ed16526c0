import type { DocumentSummary } from '@shop/contract/documents'
import { useLocation } from 'react-router'
import { AuthPanel, authModeOf } from '../account/auth-panel.tsx'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Card } from '../ui/card.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { PageMeta } from '../ui/page-meta.tsx'
import styles from './add-to-cart.module.css'
import type { AddableView } from './addable.server.ts'
import { AddableSummary } from './choose-patients.tsx'
import { choiceAddress, wayBack } from './way-back.ts'

/** Lets a guest log in or register here and return to the same step. */
export default function GuestAddPage({
  addable,
  documents,
}: {
  addable: AddableView
  documents: DocumentSummary[]
}) {
  const { t } = useTexts()
  const location = useLocation()
  const mode = authModeOf(new URLSearchParams(location.search))
  const other = new URLSearchParams([
    ...wayBack(location.search),
    ['addableFlowPage', '1'],
    ['authMode', mode === 'LOGIN' ? 'REGISTER' : 'LOGIN'],
  ])
  return (
    <div>
      <PageMeta title={addable.name} />
      <div className="split split-aside">
        <div>
          <PageHead
            title={t(mode === 'LOGIN' ? 'cart:guest.login' : 'cart:guest.register')}
            above={<OwnLanguage>{addable.name}</OwnLanguage>}
            lead={t('cart:guest.lead')}
          />
          <Card>
            <div className={styles.panel}>
              <AuthPanel
                mode={mode}
                origin={{ pathnameToReturn: choiceAddress(location), addableFlowPage: '1' }}
                documents={documents}
                otherModePath={`${location.pathname}?${other}`}
              />
            </div>
          </Card>
        </div>
        <AddableSummary addable={addable} />
      </div>
    </div>
  )
}
