import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Card } from '../ui/card.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { ResultPatients } from './result-patients.tsx'
import type { ResultPatientsView } from './result-patients-view.server.ts'

/** For whom a result is. */
export function ResultPatientsPage({ view }: { view: ResultPatientsView }) {
  const { t } = useTranslation()
  const { id, orderId, orderNumber, day, laboratory, isComplete, patients } = view
  return (
    <div className="stack">
      <PageHead
        above={t(isComplete ? 'results.list.complete' : 'results.list.inWork')}
        title={t('results.patients.title', { day })}
        lead={laboratory}
      />
      <Card>
        <ResultPatients testResultId={id} patients={patients} />
      </Card>
      <p>
        <Link className="hit" to={`/orders/${orderId}`}>
          {t('results.order', { number: orderNumber })}
        </Link>
      </p>
    </div>
  )
}
