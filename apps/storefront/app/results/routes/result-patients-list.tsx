import { Link } from 'react-router'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { OwnLanguage } from '../../platform/texts/own-language.tsx'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { useLiveAccount } from '../../platform/use-live-account.ts'
import { Card } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { loadResultPatients } from '../load-result-patients.server.ts'
import { ResultPatients } from '../result-patients.tsx'
import type { Route } from './+types/result-patients-list'

export function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return loadResultPatients(shop, params.testResultId)
}

/** The patients that a result is for. */
export default function ResultPatientsList({ loaderData: view }: Route.ComponentProps) {
  const { t } = useTexts()
  const { orderId, orderNumber, day, laboratory, isComplete, patients } = view
  useLiveAccount(!isComplete)
  return (
    <div className="stack">
      <PageHead
        above={t(isComplete ? 'order.state.completed' : 'results.list.inWork')}
        title={t('results.patients.title', { day })}
        lead={<OwnLanguage>{laboratory}</OwnLanguage>}
      />
      <Card>
        <ResultPatients patients={patients} />
      </Card>
      <p>
        <Link className="hit" to={pathOf('order', { orderId })}>
          {t('order.number', { number: orderNumber })}
        </Link>
      </p>
    </div>
  )
}
